-- A table without row-level security is open to whoever gets a grant on it, today or by mistake tomorrow.
select c.oid::regclass::text as finding
from pg_class c join pg_namespace n on n.oid = c.relnamespace
where n.nspname in ('public', 'private') and c.relkind in ('r', 'p') and not c.relrowsecurity
