-- How the tables look through GraphQL. Hosted Supabase answers it with the extension, the embedded stack by itself.
do $$
begin
  if exists (select from pg_catalog.pg_available_extensions where name = 'pg_graphql') then
    create extension if not exists pg_graphql;
  end if;
end
$$;

-- Names as GraphQL writes them. Introspection stays off: the schema is committed beside the client.
comment on schema public is '@graphql({"inflect_names": true, "max_rows": 500})';

-- A key of several columns would give its field the other table's name.
comment on constraint projects_group_id_workspace_id_fkey on public.projects is '@graphql({"foreign_name": "group"})';
comment on constraint projects_default_branch_id_id_fkey on public.projects is '@graphql({"foreign_name": "defaultBranch"})';
