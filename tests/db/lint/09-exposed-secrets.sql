-- Nothing that proves an identity or opens a door is readable through an API.
-- Exceptions: has_secrets says only that there are some, webhook_has_own_secret of which kind it is; token_prefix shows which token one is looking at; commit_hash and snapshot hashes are names of content.
select format('%s.%s for %s', a.attrelid::regclass, a.attname, role) as finding
from pg_attribute a
join pg_class c on c.oid = a.attrelid and c.relkind in ('r', 'p', 'v', 'm')
join pg_namespace n on n.oid = c.relnamespace and n.nspname = 'public'
cross join unnest(array['anon', 'authenticated']) role
where a.attnum > 0 and not a.attisdropped
  and a.attname ~ '(token|secret|password|hash|code$|survey|auth_id)'
  and (c.relname, a.attname) not in (('workspace_integrations', 'has_secrets'), ('project_repositories', 'webhook_has_own_secret'), ('machine_principals', 'token_prefix'), ('branches', 'commit_hash'), ('task_logs', 'commit_hash'), ('node_changes', 'commit_hash'), ('releases', 'commit_hash'), ('branch_files', 'hash'), ('documents', 'hash'), ('documents', 'moved_hash'), ('document_commits', 'commit_hash'))
  and has_column_privilege(role, a.attrelid, a.attnum, 'select')
