// Everything in a database that the chapters or a step can make, as texts to compare: what upstream's differ sees, and
// what it leaves out (rows of the catalogues, policies on tables of Storage and Realtime, settings of roles).
import type { Client } from 'pg'

/** What there is, by kind and name, with its definition, owner, grants and comment. */
export type Catalogue = Map<string, string>

// Schemas that belong to Postgres, to its extensions or to programs with migrations of their own.
const NOT_OURS = `^pg_|^information_schema$|^extensions$|^supabase_migrations$|^graphile_worker$|^graphql|^vault$`
const ACL = (acl: string, type: string, owner: string) =>
  `(select string_agg(a::text, ' ' order by a::text) from unnest(coalesce(${acl}, acldefault('${type}', ${owner}))) a)`

const QUERIES = [
  // Schemas, extensions, default privileges, settings of roles, publications
  `select 'schema ' || nspname, concat_ws(' ', nspowner::regrole, ${ACL('nspacl', 'n', 'nspowner')}, obj_description(oid, 'pg_namespace'))
   from pg_namespace where nspname !~ '${NOT_OURS}'`,
  `select 'extension ' || extname, extnamespace::regnamespace::text from pg_extension`,
  `select concat_ws(' ', 'default privileges', defaclrole::regrole, defaclnamespace::regnamespace, defaclobjtype),
     (select string_agg(a::text, ' ' order by a::text) from unnest(defaclacl) a)
   from pg_default_acl`,
  `select 'settings of ' || setrole::regrole, array_to_string(setconfig, ' ') from pg_db_role_setting s
   join pg_database d on d.oid = s.setdatabase where d.datname = current_database()`,
  `select 'publication ' || pubname, concat_ws(' ', puballtables, pubinsert, pubupdate, pubdelete, pubtruncate,
     (select string_agg(prrelid::regclass::text, ' ' order by prrelid::regclass::text) from pg_publication_rel where prpubid = p.oid))
   from pg_publication p`,
  // Tables, views and what stands on them
  `select 'relation ' || c.oid::regclass, concat_ws(' ', c.relkind, c.relpersistence, c.relrowsecurity, c.relforcerowsecurity, c.reloptions,
     c.relowner::regrole, ${ACL('c.relacl', 'r', 'c.relowner')}, obj_description(c.oid, 'pg_class'), pg_get_expr(c.relpartbound, c.oid),
     case when c.relkind in ('v', 'm') then pg_get_viewdef(c.oid) end)
   from pg_class c where c.relnamespace::regnamespace::text !~ '${NOT_OURS}' and c.relkind in ('r', 'p', 'v', 'm', 'c', 'f')`,
  `select 'column ' || c.oid::regclass || '.' || a.attname, concat_ws(' ', format_type(a.atttypid, a.atttypmod), a.attnotnull, a.attidentity, a.attgenerated, a.attcollation::regcollation,
     pg_get_expr(d.adbin, d.adrelid), (select string_agg(x::text, ' ' order by x::text) from unnest(a.attacl) x),
     col_description(c.oid, a.attnum))
   from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
   left join pg_attrdef d on d.adrelid = c.oid and d.adnum = a.attnum
   where c.relnamespace::regnamespace::text !~ '${NOT_OURS}' and c.relkind in ('r', 'p', 'v', 'm', 'c', 'f')`,
  `select 'order of the columns of ' || c.oid::regclass, string_agg(a.attname, ' ' order by a.attnum)
   from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
   where c.relnamespace::regnamespace::text !~ '${NOT_OURS}' and c.relkind in ('r', 'p', 'v', 'm', 'c', 'f') group by c.oid`,
  `select 'sequence ' || c.oid::regclass, concat_ws(' ', s.seqtypid::regtype, s.seqstart, s.seqincrement, s.seqmax, ${ACL('c.relacl', 's', 'c.relowner')})
   from pg_class c join pg_sequence s on s.seqrelid = c.oid where c.relnamespace::regnamespace::text !~ '${NOT_OURS}'`,
  `select 'constraint ' || conname || ' on ' || coalesce(nullif(conrelid, 0)::regclass::text, contypid::regtype::text),
     concat_ws(' ', pg_get_constraintdef(oid), convalidated, obj_description(oid, 'pg_constraint'))
   from pg_constraint where connamespace::regnamespace::text !~ '${NOT_OURS}' and contype <> 't'`,
  `select 'index ' || indexrelid::regclass, concat_ws(' ', pg_get_indexdef(indexrelid), indisvalid, obj_description(indexrelid, 'pg_class'))
   from pg_index join pg_class c on c.oid = indexrelid where c.relnamespace::regnamespace::text !~ '${NOT_OURS}'`,
  `select 'trigger ' || tgname || ' on ' || tgrelid::regclass, concat_ws(' ', pg_get_triggerdef(oid), tgenabled, obj_description(oid, 'pg_trigger'))
   from pg_trigger where not tgisinternal`,
  `select 'policy ' || polname || ' on ' || polrelid::regclass, concat_ws(' ', polcmd, polpermissive,
     array(select r::regrole::text from unnest(polroles) r order by 1), pg_get_expr(polqual, polrelid), pg_get_expr(polwithcheck, polrelid),
     obj_description(oid, 'pg_policy'))
   from pg_policy`,
  // Functions and types
  `select 'function ' || oid::regprocedure, concat_ws(' ', pg_get_functiondef(oid), proowner::regrole, ${ACL('proacl', 'f', 'proowner')},
     obj_description(oid, 'pg_proc'))
   from pg_proc where pronamespace::regnamespace::text !~ '${NOT_OURS}' and prokind in ('f', 'p')`,
  `select 'type ' || t.oid::regtype, concat_ws(' ', t.typtype, t.typowner::regrole, ${ACL('t.typacl', 'T', 't.typowner')}, obj_description(t.oid, 'pg_type'),
     (select string_agg(e.enumlabel, ' ' order by e.enumsortorder) from pg_enum e where e.enumtypid = t.oid))
   from pg_type t where t.typnamespace::regnamespace::text !~ '${NOT_OURS}' and t.typtype in ('e', 'd', 'r')`,
  `select 'collation ' || oid::regcollation, concat_ws(' ', collprovider, coalesce(colllocale, collcollate), collisdeterministic, obj_description(oid, 'pg_collation'))
   from pg_collation where collnamespace::regnamespace::text !~ '${NOT_OURS}'`,
]

/** Reads all of it; `rows` leaves out what the tables hold. */
export async function catalogueOf(client: Client, { rows = true } = {}): Promise<Catalogue> {
  const found: Catalogue = new Map()
  // Names come with their schemas.
  await client.query("set search_path = ''")
  for (const query of QUERIES) {
    const answer = await client.query<[string, string]>({ text: query, rowMode: 'array' })
    for (const [name, definition] of answer.rows) found.set(name, definition)
  }
  if (rows) for (const table of await tablesOf(client)) await addRows(client, table, found)
  await client.query('reset search_path')
  return found
}

interface Table {
  name: string
  /** Columns that differ from database to database: keys that are counted, times, secrets. */
  incidental: string[]
}

async function tablesOf(client: Client): Promise<Table[]> {
  const { rows } = await client.query<Table>(
    `select c.oid::regclass::text as name, coalesce(array_agg(a.attname::text) filter (
       where a.attidentity <> '' or pg_get_expr(d.adbin, d.adrelid) ~ 'now\\(\\)|random'), '{}') as incidental
     from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
     left join pg_attrdef d on d.adrelid = c.oid and d.adnum = a.attnum
     where c.relkind in ('r', 'p') and not c.relispartition
       and (c.relnamespace::regnamespace::text in ('public', 'private') or c.oid::regclass::text = 'storage.buckets')
     group by c.oid`,
  )
  return rows
}

async function addRows(client: Client, { name, incidental }: Table, found: Catalogue): Promise<void> {
  const { rows } = await client.query<{ row: string }>(
    `select (to_jsonb(t) - $1::text[])::text as row from ${name} t order by 1`,
    [incidental],
  )
  if (rows.length > 0) found.set(`rows of ${name}`, rows.map(({ row }) => row).join('\n'))
}

/** The names of what is in one of the two only, or reads differently. */
export function differences(one: Catalogue, other: Catalogue): string[] {
  const names = new Set([...one.keys(), ...other.keys()])
  return [...names].filter((name) => one.get(name) !== other.get(name)).sort()
}
