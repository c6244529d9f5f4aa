// What GraphQL asks of the catalog beyond REST: comments, grants of the API's roles, types, unique indexes.
// $1 is the list of exposed schemas, $2 the list of roles.

const roles = (test: string) =>
  `array(select r.rolname::text from pg_roles r where r.rolname = any($2) and ${test} order by 1)`

export const GRAPH_SCHEMAS = `
  select n.oid::int8 as oid, n.nspname as name, obj_description(n.oid, 'pg_namespace') as comment,
         ${roles(`has_schema_privilege(r.oid, n.oid, 'USAGE')`)} as usage_roles
  from pg_namespace n
  where n.nspname = any($1) and $2::text[] is not null`

/** Partitioned parents are absent, as in pg_graphql; their partitions are tables like others. */
export const GRAPH_TABLES = `
  select c.oid::int8 as oid, c.relname as name, c.relrowsecurity as secured,
         ${roles(`has_table_privilege(r.oid, c.oid, 'SELECT')`)} as select_roles,
         ${roles(`has_table_privilege(r.oid, c.oid, 'DELETE')`)} as delete_roles
  from pg_class c
  join pg_namespace n on n.oid = c.relnamespace
  where n.nspname = any($1) and c.relkind in ('r', 'v', 'm', 'f')
  order by n.nspname, c.relname`

export const GRAPH_COLUMNS = `
  select a.attrelid::int8 as relation, a.attname as name, a.atttypid::int8 as type, a.attnotnull as not_null,
         a.attgenerated <> '' as generated,
         c.relkind = 'r' and pg_get_serial_sequence(format('%I.%I', n.nspname, c.relname), a.attname) is not null as serial,
         case when a.atttypid in ('bpchar'::regtype, 'varchar'::regtype) and a.atttypmod > 4 then a.atttypmod - 4 end as max_length,
         ${roles(`has_column_privilege(r.oid, a.attrelid, a.attnum, 'SELECT')`)} as select_roles,
         ${roles(`has_column_privilege(r.oid, a.attrelid, a.attnum, 'INSERT')`)} as insert_roles,
         ${roles(`has_column_privilege(r.oid, a.attrelid, a.attnum, 'UPDATE')`)} as update_roles
  from pg_attribute a
  join pg_class c on c.oid = a.attrelid
  join pg_namespace n on n.oid = c.relnamespace
  where a.attnum > 0 and not a.attisdropped and n.nspname = any($1) and c.relkind in ('r', 'v', 'm', 'f')
  order by a.attrelid, a.attnum`

export const GRAPH_TYPES = `
  select t.oid::int8 as oid, t.typname as name, n.nspname as schema, t.typtype as type,
         t.typcategory as category, t.typelem::int8 as element, t.typbasetype::int8 as base,
         t.typrelid::int8 as relation,
         case when t.typtype = 'e' then obj_description(t.oid, 'pg_type') end as comment,
         array(select e.enumlabel::text from pg_enum e where e.enumtypid = t.oid order by e.enumsortorder) as labels,
         case when t.typtype = 'e' then ${roles(`has_type_privilege(r.oid, t.oid, 'USAGE')`)} else '{}' end as usage_roles
  from pg_type t
  join pg_namespace n on n.oid = t.typnamespace
  where $1::text[] is not null`

export const GRAPH_KEYS = `
  select con.conname as name, con.conrelid::int8 as relation, con.confrelid::int8 as target,
         obj_description(con.oid, 'pg_constraint') as comment,
         array(select a.attname::text from unnest(con.conkey) with ordinality as k(attnum, n)
               join pg_attribute a on a.attrelid = con.conrelid and a.attnum = k.attnum order by k.n) as columns,
         array(select a.attname::text from unnest(con.confkey) with ordinality as k(attnum, n)
               join pg_attribute a on a.attrelid = con.confrelid and a.attnum = k.attnum order by k.n) as target_columns
  from pg_constraint con
  join pg_class own on own.oid = con.conrelid
  join pg_namespace n on n.oid = own.relnamespace
  where con.contype = 'f' and n.nspname = any($1) and $2::text[] is not null
  order by own.relname, con.conname`

/** Whole unique indexes: a partial one or one on expressions does not make a foreign key one-to-one. */
export const GRAPH_INDEXES = `
  select i.indrelid::int8 as relation, i.indisprimary as is_primary,
         array(select a.attname::text from unnest(i.indkey::int2[]) with ordinality as k(attnum, n)
               join pg_attribute a on a.attrelid = i.indrelid and a.attnum = k.attnum
               where k.n <= i.indnkeyatts order by k.n) as columns
  from pg_index i
  join pg_class c on c.oid = i.indrelid
  join pg_namespace n on n.oid = c.relnamespace
  where i.indisunique and i.indpred is null and i.indexprs is null and n.nspname = any($1) and $2::text[] is not null
  order by i.indrelid, i.indexrelid`

/** Types of arguments as casts that keep all of a value: `bpchar`, since `character` is one character. */
export const GRAPH_FUNCTIONS = `
  select p.oid::int8 as oid, n.nspname as schema, p.proname as name, p.provolatile as volatility, p.proretset as returns_set,
         p.proretset and p.prorows = 1 as returns_one,
         p.prorettype::int8 as return_type, p.proargtypes::oid[]::int8[] as arg_types,
         array(select format_type(x.type, -1) from unnest(p.proargtypes::oid[]) with ordinality as x(type, n) order by x.n) as arg_sql_types,
         coalesce(p.proargnames, '{}')::text[] as arg_names,
         coalesce(p.proargmodes::text[], '{}') as arg_modes,
         array(select pg_get_function_arg_default(p.oid, x.n::int)
               from generate_series(1, coalesce(array_length(p.proargmodes, 1), p.pronargs)) as x(n) order by x.n) as arg_defaults,
         p.provariadic <> 0 as variadic,
         obj_description(p.oid, 'pg_proc') as comment,
         ${roles(`has_function_privilege(r.oid, p.oid, 'EXECUTE')`)} as execute_roles
  from pg_proc p
  join pg_namespace n on n.oid = p.pronamespace
  where p.prokind = 'f' and n.nspname = any($1)
    and not exists (select from pg_depend d where d.objid = p.oid and d.classid = 'pg_proc'::regclass and d.deptype = 'e')
  order by p.proname, p.oid`
