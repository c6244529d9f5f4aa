-- The database belongs to `postgres`; new tables are granted to nobody (new Supabase projects do the same):
-- a migration says who may do what beside each table.
do $$
begin
  execute format('alter database %I owner to postgres', current_database());
end
$$;

alter schema public owner to postgres;
revoke all on schema public from public;
grant usage on schema public to anon, authenticated, service_role, supabase_auth_admin, supabase_storage_admin;
