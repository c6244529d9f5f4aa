-- The comment of a table or function is its documentation, in the database and in GraphQL.
select c.oid::regclass::text as finding
from pg_class c join pg_namespace n on n.oid = c.relnamespace
where n.nspname in ('public', 'private') and c.relkind in ('r', 'p', 'v') and not c.relispartition and obj_description(c.oid, 'pg_class') is null
union all
select p.oid::regprocedure::text
from pg_proc p join pg_namespace n on n.oid = p.pronamespace
where n.nspname in ('public', 'private', 'request') and obj_description(p.oid, 'pg_proc') is null
