-- Credentials live in auth; clients read none of it, not even through a view.
select format('%s for %s', c.oid::regclass, role) as finding
from pg_class c join pg_namespace n on n.oid = c.relnamespace
cross join unnest(array['anon', 'authenticated']) role
where n.nspname = 'auth' and c.relkind in ('r', 'p', 'v', 'm') and has_table_privilege(role, c.oid, 'select')
union all
select v.schemaname || '.' || v.viewname from pg_views v
where v.schemaname = 'public' and v.definition ~ '\mauth\.users\M'
