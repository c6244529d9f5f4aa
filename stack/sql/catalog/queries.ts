// The catalog's questions to Postgres. `search_path` is empty while they run, so that format_type spells every
// type outside pg_catalog with its schema. $1 is the list of exposed schemas.

const RETURNED_ROWS = `
  select rows.typrelid
  from pg_proc p
  join pg_namespace pn on pn.oid = p.pronamespace
  join pg_type t on t.oid = p.prorettype
  join pg_type rows on rows.oid = coalesce(nullif(t.typbasetype, 0), t.oid)
  where pn.nspname = any($1) and rows.typrelid <> 0`

/** Relations and composite types of the exposed schemas, and the row types that exposed functions return from anywhere. */
export const RELATIONS = `
  select c.oid::int8 as oid, n.nspname as schema, c.relname as name, c.relkind as kind,
         n.nspname = any($1) and c.relkind <> 'c' and not c.relispartition as exposed,
         obj_description(c.oid, 'pg_class') as description,
         case when c.relkind = 'c' then 0 else pg_relation_is_updatable(c.oid, true) end as updatable
  from pg_class c
  join pg_namespace n on n.oid = c.relnamespace
  where c.relkind in ('r', 'v', 'm', 'f', 'p', 'c')
    and (n.nspname = any($1) or c.oid in (${RETURNED_ROWS}))
  order by n.nspname, c.relname`

export const COLUMNS = `
  select a.attrelid::int8 as relation, a.attname as name, a.attnum as position,
         format_type(a.atttypid, a.atttypmod) as sql_type, a.atttypid::int8 as type,
         format_type(case when t.typtype = 'd' then t.typbasetype else t.oid end, null) as base_type,
         not (a.attnotnull or (t.typtype = 'd' and t.typnotnull)) as nullable,
         case
           when t.typtype = 'd' and d.adbin is null then pg_get_expr(t.typdefaultbin, 0)
           when a.attgenerated <> '' or a.attidentity = 'a' then null
           when a.attidentity = 'd' then format('nextval(%L)', pg_get_serial_sequence(format('%I.%I', n.nspname, c.relname), a.attname))
           else pg_get_expr(d.adbin, d.adrelid)
         end as default_sql,
         information_schema._pg_char_max_length(a.atttypid, a.atttypmod) as max_length,
         array(select e.enumlabel::text from pg_enum e where e.enumtypid = a.atttypid order by e.enumsortorder) as enum_values,
         col_description(a.attrelid, a.attnum) as description
  from pg_attribute a
  join pg_class c on c.oid = a.attrelid
  join pg_namespace n on n.oid = c.relnamespace
  join pg_type t on t.oid = a.atttypid
  left join pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum
  where a.attnum > 0 and not a.attisdropped
    and c.relkind in ('r', 'v', 'm', 'f', 'p', 'c')
    and (n.nspname = any($1) or c.oid in (${RETURNED_ROWS}))
  order by a.attrelid, a.attnum`

/** PostgREST's data representations: implicit casts by function between a domain and JSON or text. */
export const REPRESENTATIONS = `
  select domain.oid::int8 as domain, c.castsource = domain.oid as writes, other.typname as format,
         n.nspname as schema, p.proname as name
  from pg_cast c
  join pg_type domain on domain.oid in (c.castsource, c.casttarget) and domain.typtype = 'd'
  join pg_type other on other.oid in (c.castsource, c.casttarget) and other.oid <> domain.oid
  join pg_proc p on p.oid = c.castfunc
  join pg_namespace n on n.oid = p.pronamespace
  where c.castcontext = 'i' and c.castmethod = 'f'
    and (other.oid = 'json'::regtype or (other.oid = 'text'::regtype and c.casttarget = domain.oid))`

/** Keys of all user tables: a view in an exposed schema may stand on a table in a hidden one. */
export const KEYS = `
  select con.conname as name, con.contype as type, con.conrelid::int8 as relation, con.confrelid::int8 as target,
         con.conkey::int[] as columns, coalesce(con.confkey, '{}')::int[] as target_columns
  from pg_constraint con
  join pg_namespace n on n.oid = con.connamespace
  where con.contype in ('p', 'u', 'f') and con.conparentid = 0
    and n.nspname not in ('pg_catalog', 'information_schema')
  order by con.conrelid, con.conname`

export const VIEWS = `
  select c.oid::int8 as oid, r.ev_action::text as rule
  from pg_rewrite r
  join pg_class c on c.oid = r.ev_class
  join pg_namespace n on n.oid = c.relnamespace
  where r.rulename = '_RETURN' and c.relkind in ('v', 'm')
    and n.nspname not in ('pg_catalog', 'information_schema')`

// A media type, or any of them, as the name of a domain.
const MEDIA_TYPE = '^([a-z0-9.-]+/[a-z0-9.+-]+|[*]/[*])$'

export const ROUTINES = `
  select p.oid::int8 as oid, n.nspname as schema, p.proname as name, d.description,
         p.provolatile as volatility, p.proretset as returns_set, p.prorows as rows,
         p.provariadic <> 0 as variadic, p.pronargs as inputs, p.pronargdefaults as defaults,
         coalesce(p.proargnames, '{}')::text[] as arg_names,
         coalesce(p.proargmodes::text[], '{}') as arg_modes,
         array(select format_type(x.type, null) from unnest(coalesce(p.proallargtypes, p.proargtypes::oid[])) with ordinality as x(type, n) order by x.n) as arg_types,
         coalesce((select t.typrelid::int8 from pg_type t where t.oid = p.proargtypes[0]), 0) as first_arg_relation,
         format_type(p.prorettype, null) as return_type, rt.typtype as return_kind, rows.typrelid::int8 as return_relation,
         p.proconfig as config,
         case when rt.typtype = 'd' and not p.proretset and rt.typname ~* '${MEDIA_TYPE}' then lower(rt.typname) end as media_type,
         rows.oid = 'bytea'::regtype as media_binary
  from pg_proc p
  join pg_namespace n on n.oid = p.pronamespace
  join pg_type rt on rt.oid = p.prorettype
  join pg_type rows on rows.oid = coalesce(nullif(rt.typbasetype, 0), rt.oid)
  left join pg_description d on d.objoid = p.oid and d.classoid = 'pg_proc'::regclass
  where p.prokind = 'f' and n.nspname = any($1)
    and p.prorettype not in ('trigger'::regtype, 'event_trigger'::regtype, 'internal'::regtype)
  order by n.nspname, p.proname, p.oid`

export const MEDIA_HANDLERS = `
  select lower(media.typname) as media_type, media.typbasetype = 'bytea'::regtype as binary,
         n.nspname as schema, p.proname as name, rows.typrelid::int8 as relation
  from pg_proc p
  join pg_namespace n on n.oid = p.pronamespace
  join pg_type media on media.oid = p.prorettype
  join pg_type rows on rows.oid = p.proargtypes[0]
  where p.prokind = 'a' and p.pronargs = 1 and n.nspname = any($1)
    and media.typtype = 'd' and media.typname ~* '${MEDIA_TYPE}'
    and (rows.typrelid <> 0 or rows.oid = 'anyelement'::regtype)`

export const TYPES = `
  select t.typname as name, n.nspname as schema
  from pg_type t
  join pg_namespace n on n.oid = t.typnamespace
  where t.typtype in ('b', 'd', 'e', 'r', 'm')
    and (n.nspname = any($1) or n.nspname in ('pg_catalog', 'extensions', 'public'))
  order by n.nspname <> 'pg_catalog', array_position($1::text[], n.nspname::text)`

/** Those a session may set for itself, our own, and PostgREST's own at the authenticator. */
export const ROLE_SETTINGS = `
  select r.rolname as role, split_part(s.setting, '=', 1) as name,
         substr(s.setting, strpos(s.setting, '=') + 1) as value
  from pg_db_role_setting drs
  join pg_roles r on r.oid = drs.setrole
  cross join unnest(drs.setconfig) as s(setting)
  left join pg_settings ps on ps.name = split_part(s.setting, '=', 1) and ps.context = 'user'
  where drs.setdatabase in (0, (select oid from pg_database where datname = current_database()))
    and (ps.name not in ('search_path', 'role') or s.setting like 'waymark.max_read=%'
      or (r.rolname = 'authenticator' and s.setting like 'pgrst.%'))
  order by drs.setdatabase`

export const ANNOUNCES = `select exists (select from pg_event_trigger where evtname = 'pgrst_ddl_watch') as announces`
