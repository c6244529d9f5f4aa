-- Two indexes on the same columns cost every write and help no read.
select format('%s: %s', min(i.indrelid::regclass::text), string_agg(i.indexrelid::regclass::text, ', ')) as finding
from pg_index i join pg_class c on c.oid = i.indrelid join pg_namespace n on n.oid = c.relnamespace
where n.nspname in ('public', 'private')
group by i.indrelid, i.indkey::text, i.indclass::text, coalesce(pg_get_expr(i.indpred, i.indrelid), ''), coalesce(pg_get_expr(i.indexprs, i.indrelid), '')
having count(*) > 1
