-- Deleting or joining through a foreign key without an index reads the whole table.
select format('%s: %s', con.conrelid::regclass, con.conname) as finding
from pg_constraint con join pg_namespace n on n.oid = con.connamespace
where con.contype = 'f' and n.nspname in ('public', 'private') and con.conparentid = 0
  and not exists (
    select 1 from pg_index i
    where i.indrelid = con.conrelid
      and (i.indkey::int2[])[0:cardinality(con.conkey) - 1] @> con.conkey
      and (i.indpred is null))
