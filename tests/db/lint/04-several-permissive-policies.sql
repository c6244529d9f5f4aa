-- Permissive policies are joined by or: two for one role and action are evaluated both, and the reader sees only one of them.
select format('%I.%I: %s for %s', schemaname, tablename, cmd, role) as finding
from pg_policies, unnest(roles) role
where permissive = 'PERMISSIVE' and schemaname in ('public', 'private')
group by schemaname, tablename, cmd, role
having count(*) > 1
