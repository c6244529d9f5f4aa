-- A grant without a policy is a door painted on a wall: either the policy was forgotten, or the grant is not meant.
select format('%s: %s for %s', c.oid::regclass, granted.command, role) as finding
from pg_class c join pg_namespace n on n.oid = c.relnamespace
cross join unnest(array['anon', 'authenticated']) role
cross join (values ('SELECT'), ('INSERT'), ('UPDATE'), ('DELETE')) granted (command)
where n.nspname = 'public' and c.relkind in ('r', 'p')
  and (case when granted.command = 'DELETE' then has_table_privilege(role, c.oid, 'delete')
    else has_any_column_privilege(role, c.oid, granted.command) end)
  and not exists (
    select 1 from pg_policies p
    where p.schemaname = n.nspname and p.tablename = c.relname and role = any (p.roles) and p.cmd in (granted.command, 'ALL'))
