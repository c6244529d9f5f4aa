-- A policy without a role runs for everybody: anon pays for tests that can only fail (170 ms to 0.1 ms on 100,000 rows).
select format('%I.%I: %s', schemaname, tablename, policyname) as finding
from pg_policies
where schemaname in ('public', 'private', 'storage') and roles = '{public}'
