set local check_function_bodies = off;

ALTER TABLE "public"."task_logs" DROP CONSTRAINT "check_task_logs_source";

CREATE TABLE "private"."commit_files" ("branch_id" bigint NOT NULL, "sha" text NOT NULL, "path" text NOT NULL, "workspace_id" bigint NOT NULL, "hash" bytea NOT NULL, CONSTRAINT "commit_files_pkey" PRIMARY KEY (branch_id, sha, path));

ALTER TABLE "private"."commit_files" ENABLE ROW LEVEL SECURITY;

CREATE TABLE "private"."document_snapshots" ("document_id" uuid NOT NULL, "epoch" integer NOT NULL, "seq" bigint NOT NULL, "state" bytea NOT NULL, "trimmed_seq" bigint NOT NULL, "created_at" timestamp with time zone NOT NULL DEFAULT now(), CONSTRAINT "document_snapshots_pkey" PRIMARY KEY (document_id));

ALTER TABLE "private"."document_snapshots" ENABLE ROW LEVEL SECURITY;

CREATE TABLE "private"."document_sources" ("document_id" uuid NOT NULL, "workspace_id" bigint NOT NULL, "text" text, "upload" text, "hash" bytea, CONSTRAINT "document_sources_check" CHECK ((num_nonnulls(text, upload, hash) = 1)), CONSTRAINT "document_sources_pkey" PRIMARY KEY (document_id));

ALTER TABLE "private"."document_sources" ENABLE ROW LEVEL SECURITY;

CREATE TABLE "private"."document_updates" ("document_id" uuid NOT NULL, "seq" bigint NOT NULL, "epoch" integer NOT NULL, "key" uuid NOT NULL, "author_id" bigint, "update" bytea NOT NULL, "created_at" timestamp with time zone NOT NULL DEFAULT now(), CONSTRAINT "document_updates_key" UNIQUE (document_id, key), CONSTRAINT "document_updates_pkey" PRIMARY KEY (document_id, seq), CONSTRAINT "document_updates_update_check" CHECK ((length(update) <= 2097152)));

ALTER TABLE "private"."document_updates" ENABLE ROW LEVEL SECURITY;

CREATE TABLE "private"."publications" ("job_id" uuid NOT NULL, "message" text NOT NULL, CONSTRAINT "publications_message_check" CHECK ((length(message) <= 5000)), CONSTRAINT "publications_pkey" PRIMARY KEY (job_id));

ALTER TABLE "private"."publications" ENABLE ROW LEVEL SECURITY;

CREATE TABLE "private"."working_copies" ("branch_id" bigint NOT NULL, "workspace_id" bigint NOT NULL, "created_at" timestamp with time zone NOT NULL DEFAULT now(), CONSTRAINT "working_copies_pkey" PRIMARY KEY (branch_id));

ALTER TABLE "private"."working_copies" ENABLE ROW LEVEL SECURITY;

CREATE TABLE "public"."documents" ("id" uuid NOT NULL DEFAULT gen_random_uuid(), "branch_id" bigint NOT NULL, "project_id" bigint NOT NULL, "workspace_id" bigint NOT NULL, "path" text NOT NULL, "kind" text NOT NULL DEFAULT 'text'::text, "hash" bytea, "published_path" text, "size" bigint NOT NULL DEFAULT 0, "eol" text NOT NULL DEFAULT 'lf'::text, "bom" boolean NOT NULL DEFAULT false, "epoch" integer NOT NULL DEFAULT 1, "seq" bigint NOT NULL DEFAULT 0, "is_edited" boolean NOT NULL DEFAULT false, "base_moved" boolean NOT NULL DEFAULT false, "moved_hash" bytea, "waiting_bytes" bigint NOT NULL DEFAULT 0, "created_at" timestamp with time zone NOT NULL DEFAULT now(), "updated_at" timestamp with time zone NOT NULL DEFAULT now(), "updated_by" bigint, "deleted_at" timestamp with time zone, CONSTRAINT "documents_eol_check" CHECK ((eol = ANY (ARRAY['lf'::text, 'crlf'::text]))), CONSTRAINT "documents_kind_check" CHECK ((kind = ANY (ARRAY['text'::text, 'binary'::text]))), CONSTRAINT "documents_pkey" PRIMARY KEY (id), CONSTRAINT "documents_size_check" CHECK ((size >= 0)), CONSTRAINT "check_documents_path" CHECK (private.is_project_path(path)));

ALTER TABLE "public"."documents" ENABLE ROW LEVEL SECURITY;

ALTER TABLE "public"."branches" ADD COLUMN "holds_internal" boolean NOT NULL DEFAULT true;

ALTER TABLE "public"."documents" ADD COLUMN "changed" boolean GENERATED ALWAYS AS (
CASE
    WHEN (deleted_at IS NULL) THEN ((hash IS NULL) OR is_edited OR (path IS DISTINCT FROM published_path))
    ELSE (hash IS NOT NULL)
END) STORED NOT NULL;

CREATE TYPE "private"."studio_access" AS ("mode" text, "view" text, "reason" text);

CREATE TYPE "public"."commit_file" AS ("path" text, "hash" text, "size" bigint);

CREATE TYPE "public"."document_reading" AS ("branch_id" bigint, "view" text);

CREATE TYPE "public"."document_update" AS ("seq" bigint, "key" uuid, "author_id" bigint, "update" text);

CREATE TYPE "public"."kept_update" AS ("key" uuid, "seq" bigint);

CREATE TYPE "public"."studio_branch" AS ("id" bigint, "slug" text, "name" text, "is_default" boolean, "is_published" boolean, "commit_hash" text, "last_analyzed_at" timestamp with time zone, "yjs_document_id" uuid);

CREATE TYPE "public"."studio_project" AS ("id" bigint, "workspace_id" bigint, "slug" text, "name" text, "type" text, "flavor" text, "visibility" text, "workspace_integration_id" bigint);

CREATE TYPE "public"."studio_opening" AS ("mode" text, "reason" text, "message" text, "project" public.studio_project, "branch" public.studio_branch, "can_publish" boolean, "can_create_branch" boolean, "has_changes" boolean, "base_moved" boolean, "view" text);

CREATE OR REPLACE FUNCTION private.allow_edits(weight integer)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  caller constant text := private.current_auth_id();
begin
  if caller is null then
    perform private.problem('sign_in_first');
  end if;
  -- Of 4 KB each: some 24 MB a minute and 2 GB a day of one person, in as many calls as ten editors at once make.
  if private.throttle_hit('studio:' || caller, 6000, 60, weight) > 0 or private.throttle_hit('studio-day:' || caller, 500000, 86400, weight) > 0 then
    perform private.problem('too_many_edits');
  end if;
end
$function$;

CREATE OR REPLACE FUNCTION private.announce_documents()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if tg_op = 'UPDATE' then
    perform private.announce_changes(tg_table_name, tg_op, 'change', array(
      select row(null, c.project_id, null, null)::private.change
      from changed c join before b using (id)
      where (c.path, c.kind, c.hash, c.epoch, c.changed, c.base_moved, c.deleted_at)
        is distinct from (b.path, b.kind, b.hash, b.epoch, b.changed, b.base_moved, b.deleted_at)));
  else
    perform private.announce_changes(tg_table_name, tg_op, 'change', array(select distinct row(null, c.project_id, null, null)::private.change from changed c));
  end if;
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION private.begin_epoch(document_ids uuid[])
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  delete from private.document_snapshots s where s.document_id = any (document_ids);
  delete from private.document_updates u where u.document_id = any (document_ids);
  update public.documents d set epoch = d.epoch + 1, waiting_bytes = 0, updated_at = now() where d.id = any (document_ids);
  perform private.tell_document(d.id, 'reset', jsonb_build_object('epoch', d.epoch)) from public.documents d where d.id = any (document_ids);
end
$function$;

CREATE OR REPLACE FUNCTION private.follow_branch(branch_id bigint)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  moved uuid[];
begin
  if not exists (select 1 from private.working_copies w where w.branch_id = follow_branch.branch_id) then
    return;
  end if;
  -- What is unchanged here takes over what the branch has.
  delete from public.documents d
  where d.branch_id = follow_branch.branch_id and d.deleted_at is null and not d.changed
    and not exists (select 1 from public.branch_files f where f.branch_id = d.branch_id and f.path = d.published_path);
  with taken as (
    update public.documents d set hash = f.hash, size = s.size, eol = 'lf', bom = false,
      kind = case when private.seems_binary(f.path) then 'binary' else 'text' end
    from public.branch_files f join public.files s on s.workspace_id = f.workspace_id and s.hash = f.hash
    where d.branch_id = follow_branch.branch_id and d.deleted_at is null and not d.changed
      and f.branch_id = d.branch_id and f.path = d.published_path and f.hash <> d.hash
    returning d.id)
  select array_agg(t.id) into moved from taken t;
  perform private.begin_epoch(coalesce(moved, '{}'));
  -- What is changed here stays, and says so; so does what took a name that the branch has given to another file.
  update public.documents d set base_moved = there.differs, moved_hash = case when there.differs then there.hash end
  from (
    select c.id, coalesce(taken.hash, f.hash) as hash, taken.hash is not null or f.hash is distinct from c.hash as differs
    from public.documents c
    left join public.branch_files f on f.branch_id = c.branch_id and f.path = coalesce(c.published_path, c.path)
    left join public.branch_files taken on taken.branch_id = c.branch_id and taken.path = c.path and c.path <> c.published_path
      and c.deleted_at is null and not exists (
        select 1 from public.documents o where o.branch_id = c.branch_id and o.published_path = taken.path)
    where c.branch_id = follow_branch.branch_id and (c.changed or c.deleted_at is not null) and (c.hash is not null or f.hash is not null)
  ) there
  where d.id = there.id and (d.base_moved, d.moved_hash) is distinct from (there.differs, case when there.differs then there.hash end);
  -- Gone here and there.
  update public.documents d set hash = null, published_path = null, base_moved = false, moved_hash = null
  where d.branch_id = follow_branch.branch_id and d.deleted_at is not null and d.base_moved and d.moved_hash is null;
  insert into public.documents (branch_id, project_id, workspace_id, path, published_path, hash, size, kind)
  select f.branch_id, b.project_id, f.workspace_id, f.path, f.path, f.hash, s.size,
    case when private.seems_binary(f.path) then 'binary' else 'text' end
  from public.branch_files f
  join public.branches b on b.id = f.branch_id
  join public.files s on s.workspace_id = f.workspace_id and s.hash = f.hash
  where f.branch_id = follow_branch.branch_id and not exists (
    select 1 from public.documents d
    where d.branch_id = f.branch_id and (d.published_path = f.path or d.path = f.path and d.deleted_at is null));
end
$function$;

CREATE OR REPLACE FUNCTION private.hears_topic()
 RETURNS boolean
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  topic constant text[] := regexp_match(realtime.topic(), '^(workspace|project|user|document|studio):([0-9a-f-]{1,36})(?::([1-9][0-9]{0,17}))?$');
  topic_id constant bigint := substring(topic[2] from '^[1-9][0-9]{0,17}$');
  within_id constant bigint := topic[3];
begin
  return coalesce(case topic[1]
    when 'document' then private.hears_working_copy(realtime.topic())
    when 'studio' then private.hears_working_copy(realtime.topic())
    -- Guests know of what was shared with them and of nothing else, not even that something changed.
    when 'workspace' then within_id is null and topic_id in (select private.workspace_ids_with('WorkspaceFullMember'))
    when 'project' then within_id is null and (private.can_in_project(topic_id, 'project_read')
      or exists (select 1 from public.projects p where p.id = topic_id and p.is_open))
    -- A session for one workspace hears of the account what concerns that workspace: user:{id}:{workspace}.
    when 'user' then case
      when within_id is null then topic_id = private.own_account_id()
      else topic_id = private.current_user_id() and within_id = (private.current_session()).only_workspace_id and private.reaches(within_id)
    end
  end, false);
end
$function$;

CREATE OR REPLACE FUNCTION private.hears_working_copy(topic text)
 RETURNS boolean
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  document_id constant text := substring(topic from '^document:([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$');
  branch_id constant bigint := substring(topic from '^studio:([1-9][0-9]{0,17})$');
begin
  return coalesce((private.studio_access(coalesce(branch_id,
    (select d.branch_id from public.documents d where d.id = document_id::uuid)))).view = 'live', false);
end
$function$;

CREATE OR REPLACE FUNCTION private.keep_commit_files(branch_id bigint, sha text)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  most constant integer := 100;
begin
  if not exists (
    select 1 from public.branches b join public.projects p on p.id = b.project_id
    where b.id = keep_commit_files.branch_id and p.type in ('web', 'local')) then
    return;
  end if;
  insert into private.commit_files (branch_id, sha, path, workspace_id, hash)
  select f.branch_id, keep_commit_files.sha, f.path, f.workspace_id, f.hash
  from public.branch_files f where f.branch_id = keep_commit_files.branch_id
  on conflict do nothing;
  delete from private.commit_files c
  where c.branch_id = keep_commit_files.branch_id and c.sha in (
    select o.sha from public.commits o
    where o.branch_id = keep_commit_files.branch_id and o.analyzed_at is not null
    order by o.analyzed_at desc, o.sha offset most);
end
$function$;

CREATE OR REPLACE FUNCTION private.live_working_copies()
 RETURNS SETOF bigint
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select w.branch_id from private.working_copies_read() w where w.view = 'live'
$function$;

CREATE OR REPLACE FUNCTION private.make_working_copy(branch public.branches)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  project public.projects;
  most_files constant integer := 50000;
begin
  if exists (select 1 from private.working_copies w where w.branch_id = branch.id) then
    return;
  end if;
  -- An analysis that swaps files in holds the same lock: it has ended, or will see this copy.
  perform 1 from public.branches b where b.id = branch.id for no key update;
  select * into project from public.projects p where p.id = branch.project_id;
  insert into private.working_copies (branch_id, workspace_id) values (branch.id, project.workspace_id) on conflict do nothing;
  if not found then
    return;
  end if;
  if (select count(*) from public.branch_files f where f.branch_id = branch.id) > most_files then
    perform private.problem('too_many_documents', params => jsonb_build_object('limit', most_files));
  end if;
  if project.type = 'web' and branch.yjs_document_id is null then
    update public.branches b set yjs_document_id = gen_random_uuid() where b.id = branch.id;
  end if;
  insert into public.documents (branch_id, project_id, workspace_id, path, published_path, hash, size, kind)
  select f.branch_id, branch.project_id, f.workspace_id, f.path, f.path, f.hash, s.size,
    case when private.seems_binary(f.path) then 'binary' else 'text' end
  from public.branch_files f join public.files s on s.workspace_id = f.workspace_id and s.hash = f.hash
  where f.branch_id = branch.id;
end
$function$;

CREATE OR REPLACE FUNCTION private.open_document(document_id uuid)
 RETURNS public.documents
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  document public.documents;
begin
  select * into document from public.documents d where d.id = document_id;
  if document.id is null or (private.studio_access(document.branch_id)).view is distinct from 'live' then
    perform private.problem('document_not_found');
  end if;
  return document;
end
$function$;

CREATE OR REPLACE FUNCTION private.path_key(path text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select lower(normalize(path, NFC) collate private.natural)
$function$;

CREATE OR REPLACE FUNCTION private.published_working_copies()
 RETURNS SETOF bigint
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select w.branch_id from private.working_copies_read() w where w.view = 'published'
$function$;

CREATE OR REPLACE FUNCTION private.queue_compaction(document public.documents, before_seq bigint, snapshot_seq bigint)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  many constant integer := 500;
begin
  if (document.seq - snapshot_seq) / many > (before_seq - snapshot_seq) / many or document.waiting_bytes > 8388608 then
    perform graphile_worker.add_job('compact_documents', json_build_object('branch_id', document.branch_id),
      job_key => 'compact_documents:' || document.branch_id, max_attempts => 5);
  elsif before_seq = snapshot_seq then
    perform graphile_worker.add_job('compact_documents', json_build_object('branch_id', document.branch_id),
      job_key => 'compact_documents:' || document.branch_id, job_key_mode => 'preserve_run_at', run_at => now() + interval '5 minutes', max_attempts => 5);
  end if;
end
$function$;

CREATE OR REPLACE FUNCTION private.require_document_paths(branch_id bigint)
 RETURNS void
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  -- Two that some file system takes for one, and a file where another one needs a folder.
  if exists (
    select 1 from public.documents d
    where d.branch_id = require_document_paths.branch_id and d.deleted_at is null and d.updated_at = now()
      and (
        exists (
          select 1 from public.documents o
          where o.branch_id = d.branch_id and o.deleted_at is null and o.id <> d.id and private.path_key(o.path) = private.path_key(d.path))
        or exists (
          select 1 from public.documents o
          where o.branch_id = d.branch_id and o.deleted_at is null
            and private.path_key(o.path) ~>=~ (private.path_key(d.path) || '/') and private.path_key(o.path) ~<~ (private.path_key(d.path) || '0'))
        or exists (
          select 1
          from (
            select string_agg(part, '/') over (order by at) as folder, at, count(*) over () as parts
            from regexp_split_to_table(private.path_key(d.path), '/') with ordinality named (part, at)) above
          join public.documents o on o.branch_id = d.branch_id and o.deleted_at is null and private.path_key(o.path) = above.folder
          where above.at < above.parts)))
  then
    perform private.problem('document_path_taken');
  end if;
end
$function$;

CREATE OR REPLACE FUNCTION private.require_document_room(branch_id bigint)
 RETURNS void
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  most_files constant integer := 50000;
  most_bytes constant bigint := 52428800;
  held record;
begin
  select count(*) as files, count(*) filter (where d.deleted_at is not null) as gone,
    coalesce(sum(d.size) filter (where d.deleted_at is null), 0) as bytes
  into held from public.documents d where d.branch_id = require_document_room.branch_id;
  -- Those that wait to be brought back count as well: else making and deleting would have no end.
  if held.files > 2 * most_files or held.files - held.gone > most_files then
    perform private.problem('too_many_documents', params => jsonb_build_object('limit', most_files));
  elsif held.bytes > most_bytes then
    perform private.problem('working_copy_too_large');
  end if;
end
$function$;

CREATE OR REPLACE FUNCTION private.require_documents(ids uuid[])
 RETURNS public.branches
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  branch_ids bigint[];
  most constant integer := 1000;
begin
  if coalesce(cardinality(ids), 0) not between 1 and most then
    perform private.problem('documents_at_once', params => jsonb_build_object('limit', most));
  end if;
  perform private.allow_edits(1);
  select array_agg(distinct d.branch_id) into branch_ids from public.documents d where d.id = any (ids);
  -- Those of several working copies are nobody's one change.
  if cardinality(branch_ids) is distinct from 1 or exists (
    select 1 from unnest(ids) asked where not exists (select 1 from public.documents d where d.id = asked)) then
    perform private.problem('document_not_found');
  end if;
  if (private.studio_access(branch_ids[1])).view is distinct from 'live' then
    perform private.problem('document_not_found');
  end if;
  return private.require_writable_copy(branch_ids[1]);
end
$function$;

CREATE OR REPLACE FUNCTION private.require_writable_copy(branch_id bigint)
 RETURNS public.branches
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  branch public.branches;
  access private.studio_access := private.studio_access(branch_id);
begin
  if access.view is null then
    perform private.problem('branch_not_found');
  end if;
  -- One change of the list of files after the other, and none while an analysis swaps its files in.
  select * into branch from public.branches b where b.id = require_writable_copy.branch_id for no key update;
  access := private.studio_access(branch_id);
  if access.view is null or branch.id is null then
    perform private.problem('branch_not_found');
  elsif access.mode <> 'readWrite' then
    perform private.problem('not_allowed_in_project');
  end if;
  return branch;
end
$function$;

CREATE OR REPLACE FUNCTION private.seems_binary(path text)
 RETURNS boolean
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select private.is_image(path) or path ~* '\.(pdf|zip|gz|tgz|jar|woff2?|ttf|otf|eot|mp4|webm|mp3|wav|heic|tiff?|docx?|xlsx?|pptx?)$'
$function$;

CREATE OR REPLACE FUNCTION private.sends_topic()
 RETURNS boolean
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  return coalesce((private.studio_access(substring(realtime.topic() from '^studio:([1-9][0-9]{0,17})$')::bigint)).mode = 'readWrite', false);
end
$function$;

CREATE OR REPLACE FUNCTION private.settle_documents(branch_id bigint, published jsonb)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  -- What is not what was read begins, unopened, with the file that it had.
  insert into private.document_sources (document_id, workspace_id, hash)
  select d.id, d.workspace_id, d.hash
  from public.documents d
  left join jsonb_to_recordset(published) as p (id uuid, epoch integer) on p.id = d.id
  where d.branch_id = settle_documents.branch_id and d.hash is not null and p.epoch is distinct from d.epoch
    and not exists (select 1 from private.document_snapshots s where s.document_id = d.id)
  on conflict do nothing;
  delete from private.document_sources s
  using public.documents d, jsonb_to_recordset(published) as p (id uuid, epoch integer)
  where s.document_id = d.id and d.id = p.id and d.epoch = p.epoch and d.branch_id = settle_documents.branch_id;
  update public.documents d set hash = decode(p.hash, 'hex'), published_path = p.path,
    is_edited = d.epoch <> p.epoch or d.seq > p.seq, base_moved = false, moved_hash = null
  from jsonb_to_recordset(published) as p (id uuid, epoch integer, seq bigint, path text, hash text)
  where d.id = p.id and d.branch_id = settle_documents.branch_id
    and (d.hash, d.published_path, d.is_edited, d.base_moved) is distinct from (decode(p.hash, 'hex'), p.path, d.epoch <> p.epoch or d.seq > p.seq, false);
  update public.documents d set hash = null, published_path = null, base_moved = false, moved_hash = null
  where d.branch_id = settle_documents.branch_id and d.hash is not null
    and not exists (select 1 from jsonb_to_recordset(published) as p (id uuid) where p.id = d.id);
end
$function$;

CREATE OR REPLACE FUNCTION private.studio_access(branch public.branches)
 RETURNS private.studio_access
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  project public.projects;
  permissions constant text[] := array(select m.permission from public.my_project_permissions(branch.project_id) m);
  is_linked constant boolean := branch.id in (select private.shared_branch_ids());
  may_read constant boolean := 'project_read' = any (permissions) or is_linked;
  has_service_account constant boolean := exists (select 1 from public.project_service_accounts a where a.project_id = branch.project_id);
  may_update boolean := 'project_contents_update' = any (permissions);
  is_maker boolean;
  access private.studio_access;
begin
  select * into project from public.projects p where p.id = branch.project_id;
  is_maker := private.can_in_workspace(project.workspace_id, 'WorkspaceProjectsCreate');
  may_update := may_update and (project.type <> 'vcs' or has_service_account or is_maker);
  access.mode := private.studio_mode(project.type, may_update, may_read, has_service_account or exists (
    select 1 from public.project_repositories r
    join public.external_users x on x.workspace_integration_id = r.workspace_integration_id and x.user_id = private.current_user_id()
    where r.project_id = project.id));
  access.reason := case
    when access.mode = 'notEditable' then 'studio_not_editable'
    when access.mode = 'connect' then 'studio_connect_account'
    when access.mode <> 'readWrite' and not is_maker then 'studio_needs_maker'
  end;
  if access.mode in ('readOnly', 'readWrite') then
    access.view := private.studio_view('project_unpublished_branch_read' = any (permissions),
      is_linked or branch.is_published and 'project_published_branch_read' = any (permissions),
      'project_published_branch_read' = any (permissions) and private.can_in_workspace(project.workspace_id, 'WorkspaceFullMember'),
      branch.holds_internal);
    if access.view is null then
      access.mode := 'none';
      access.reason := 'studio_holds_internal';
    end if;
  end if;
  return access;
end
$function$;

CREATE OR REPLACE FUNCTION private.studio_access(branch_id bigint)
 RETURNS private.studio_access
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  branch public.branches;
begin
  select b.* into branch from public.branches b
  where b.id = studio_access.branch_id and exists (select 1 from private.working_copies w where w.branch_id = b.id);
  return case when branch.id is not null then private.studio_access(branch) end;
end
$function$;

CREATE OR REPLACE FUNCTION private.studio_mode(type text, may_update boolean, may_read boolean, has_account boolean)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select case
    when type = 'cli' then 'notEditable'
    when not may_update and not may_read then 'none'
    when type = 'vcs' and not has_account then 'connect'
    when may_update then 'readWrite'
    else 'readOnly'
  end
$function$;

CREATE OR REPLACE FUNCTION private.studio_project_named(slug text, workspace_id bigint)
 RETURNS bigint
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select p.id
  from public.projects p
  where (p.slug = studio_project_named.slug or exists (
      select 1 from public.project_slugs s where s.workspace_id = p.workspace_id and s.slug = studio_project_named.slug and s.project_id = p.id))
    and (studio_project_named.workspace_id is null or p.workspace_id = studio_project_named.workspace_id)
    and (p.is_open or private.my_project_role(p.id) is not null
      or p.default_branch_id is not null and exists (
        select 1 from public.branches b where b.project_id = p.id and b.id in (select private.shared_branch_ids())))
  order by p.slug = studio_project_named.slug desc, p.id limit 1
$function$;

CREATE OR REPLACE FUNCTION private.studio_view(reads_drafts boolean, reads_branch boolean, is_full_member boolean, holds_internal boolean)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select case
    when reads_drafts then 'live'
    when reads_branch and (is_full_member or not holds_internal) then 'published'
  end
$function$;

CREATE OR REPLACE FUNCTION private.tell_document(document_id uuid, event text, payload jsonb)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform realtime.send(payload, event, 'document:' || document_id, true);
exception when others then
  -- The sequence is the truth: whoever misses this asks for what came after theirs.
  raise warning 'No word of document %: %', document_id, sqlerrm;
end
$function$;

CREATE OR REPLACE FUNCTION private.working_copies_read()
 RETURNS TABLE(branch_id bigint, view text)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  me constant bigint := private.current_user_id();
begin
  return query
  select seen.branch_id, seen.view
  from (
    select w.branch_id, private.studio_view(
        drafts.is_read,
        linked.is_so or b.is_published and published.is_read,
        published.is_read and w.workspace_id in (select private.workspace_ids_with('WorkspaceFullMember')),
        b.holds_internal) as view,
      private.studio_mode(p.type, false, published.is_read or linked.is_so,
        exists (select 1 from public.project_service_accounts a where a.project_id = p.id)
        or exists (
          select 1 from public.project_repositories r
          join public.external_users x on x.workspace_integration_id = r.workspace_integration_id and x.user_id = me
          where r.project_id = p.id)) as mode
    from private.working_copies w
    join public.branches b on b.id = w.branch_id
    join public.projects p on p.id = b.project_id
    cross join lateral (select w.branch_id in (select private.shared_branch_ids()) as is_so) linked
    cross join lateral (select
      (p.workspace_id, p.visibility) in (select r.workspace_id, r.visibility from private.reach_by_role('project_unpublished_branch_read') r)
      or p.id in (select private.project_ids_given('project_unpublished_branch_read'))
      or coalesce(p.group_id in (select private.group_ids_given('project_unpublished_branch_read')), false) as is_read) drafts
    cross join lateral (select
      (p.workspace_id, p.visibility) in (select r.workspace_id, r.visibility from private.reach_by_role('project_published_branch_read') r)
      or p.id in (select private.project_ids_given('project_published_branch_read'))
      or coalesce(p.group_id in (select private.group_ids_given('project_published_branch_read')), false) as is_read) published
    where w.workspace_id in (select private.my_workspace_ids()) or w.branch_id in (select private.shared_branch_ids())
  ) seen
  where seen.view is not null and seen.mode = 'readOnly';
end
$function$;

CREATE OR REPLACE FUNCTION public.append_updates(p_document_id uuid, p_epoch integer, p_updates jsonb)
 RETURNS SETOF public.kept_update
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  document public.documents;
  access private.studio_access;
  snapshot_seq bigint;
  before_seq bigint;
  author constant bigint := private.current_user_id();
  given jsonb;
  update_key uuid;
  bytes bytea;
  held bigint;
  most_waiting constant bigint := 33554432;
  most_bytes constant bigint := 16777216;
begin
  if author is null then
    perform private.problem('sign_in_first');
  elsif jsonb_typeof(p_updates) is distinct from 'array' or jsonb_array_length(p_updates) not between 1 and 1000 then
    perform private.problem('update_invalid');
  elsif length(p_updates::text) > 5872025 then
    -- 4 MB in base64, and their keys.
    perform private.problem('update_too_large');
  end if;
  select * into document from public.documents d where d.id = p_document_id for no key update;
  access := private.studio_access(document.branch_id);
  if document.id is null or access.view is distinct from 'live' then
    perform private.problem('document_not_found');
  elsif access.mode <> 'readWrite' then
    perform private.problem('not_allowed_in_project');
  elsif document.deleted_at is not null then
    perform private.problem('document_deleted');
  end if;
  select s.seq into snapshot_seq from private.document_snapshots s where s.document_id = document.id and s.epoch = document.epoch;
  if snapshot_seq is null or document.epoch is distinct from p_epoch then
    perform private.problem('document_was_reset');
  end if;
  before_seq := document.seq;
  for given in select value from jsonb_array_elements(p_updates) loop
    begin
      update_key := (given ->> 'key')::uuid;
      bytes := decode(given ->> 'update', 'base64');
    exception when data_exception then
      perform private.problem('update_invalid');
    end;
    if update_key is null or length(bytes) is null or length(bytes) < 2 then
      perform private.problem('update_invalid');
    elsif length(bytes) > 2097152 then
      perform private.problem('update_too_large');
    end if;
    select u.seq into held from private.document_updates u where u.document_id = document.id and u.key = update_key;
    if held is null then
      document.seq := document.seq + 1;
      document.waiting_bytes := document.waiting_bytes + length(bytes);
      held := document.seq;
      insert into private.document_updates (document_id, seq, epoch, key, author_id, update)
      values (document.id, document.seq, document.epoch, update_key, author, bytes);
      perform private.tell_document(document.id, 'update', jsonb_build_object('epoch', document.epoch, 'seq', document.seq, 'key', update_key,
        'author_id', author, 'update', case when length(bytes) <= 100000 then translate(encode(bytes, 'base64'), E'\n', '') end));
    end if;
    return next row(update_key, held)::public.kept_update;
  end loop;
  if document.seq = before_seq then
    return;
  end if;
  perform private.allow_edits(1 + (length(p_updates::text) / 4096));
  if document.size > most_bytes then
    perform private.problem('document_too_large');
  elsif document.waiting_bytes > most_waiting then
    perform private.problem('too_many_edits');
  end if;
  update public.documents d
  set seq = document.seq, waiting_bytes = document.waiting_bytes, is_edited = true, updated_at = now(), updated_by = author
  where d.id = document.id;
  perform private.queue_compaction(document, before_seq, snapshot_seq);
end
$function$;

CREATE OR REPLACE FUNCTION public.commit_files(p_branch_id bigint, p_sha text)
 RETURNS SETOF public.commit_file
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select row(c.path, encode(c.hash, 'hex'), f.size)::public.commit_file
  from private.commit_files c join public.files f on f.workspace_id = c.workspace_id and f.hash = c.hash
  where c.branch_id = p_branch_id and c.sha = p_sha and (private.studio_access(p_branch_id)).view = 'live'
  order by c.path
$function$;

CREATE OR REPLACE FUNCTION public.create_documents(p_branch_id bigint, p_files jsonb)
 RETURNS SETOF public.documents
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  branch public.branches;
  host_id bigint;
  folder text;
  file record;
  made public.documents;
  most constant integer := 1000;
  most_text constant integer := 16777216;
begin
  if jsonb_typeof(p_files) is distinct from 'array' or jsonb_array_length(p_files) not between 1 and most then
    perform private.problem('documents_at_once', 'files', jsonb_build_object('limit', most));
  elsif length(p_files::text) > 2 * most_text then
    perform private.problem('document_too_large');
  end if;
  branch := private.require_writable_copy(p_branch_id);
  perform private.allow_edits(jsonb_array_length(p_files) + length(p_files::text) / 4096);
  select p.workspace_id into host_id from public.projects p where p.id = branch.project_id;
  folder := host_id || '/' || private.current_auth_id() || '/';
  for file in
    select f ->> 'path' as path, f ->> 'text' as text, f ->> 'upload' as upload,
      (select (o.metadata ->> 'size')::bigint from storage.objects o
       where o.bucket_id = 'uploads' and o.name = f ->> 'upload' and starts_with(f ->> 'upload', folder)) as upload_size
    from jsonb_array_elements(p_files) f
  loop
    if private.is_project_path(file.path) is not true then
      perform private.problem('import_path_invalid', 'path');
    elsif num_nonnulls(file.text, file.upload) <> 1 then
      perform private.problem('required', 'text');
    elsif file.upload is not null and file.upload_size is null then
      perform private.problem('upload_not_found');
    elsif octet_length(file.text) > most_text then
      perform private.problem('document_too_large');
    elsif exists (select 1 from public.documents d where d.branch_id = branch.id and d.path = file.path and d.deleted_at is null) then
      perform private.problem('document_path_taken');
    end if;
    -- As an editor would have it: what is new begins with line feeds and without a mark.
    insert into public.documents (branch_id, project_id, workspace_id, path, kind, size, updated_by)
    values (branch.id, branch.project_id, host_id, file.path, case when file.upload is not null and private.seems_binary(file.path) then 'binary' else 'text' end,
      coalesce(file.upload_size, octet_length(file.text)), private.current_user_id())
    returning * into made;
    insert into private.document_sources (document_id, workspace_id, text, upload) values (made.id, host_id, file.text, file.upload);
    return next made;
  end loop;
  perform private.require_document_room(branch.id);
  perform private.require_document_paths(branch.id);
  if exists (select 1 from jsonb_array_elements(p_files) f where f ? 'upload') then
    -- What was uploaded moves to where files are kept: the place for uploads is for what is on its way.
    perform graphile_worker.add_job('keep_uploads', json_build_object('branch_id', branch.id), job_key => 'keep_uploads:' || branch.id);
  end if;
end
$function$;

CREATE OR REPLACE FUNCTION public.create_project(p_workspace_id bigint, p_name text, p_slug text DEFAULT NULL::text, p_description text DEFAULT NULL::text, p_visibility text DEFAULT 'internal'::text, p_flavor text DEFAULT 'design'::text, p_type text DEFAULT 'web'::text, p_group_id bigint DEFAULT NULL::bigint, p_icon_name text DEFAULT NULL::text, p_icon_color text DEFAULT NULL::text, p_uploads jsonb DEFAULT '[]'::jsonb, p_repository jsonb DEFAULT NULL::jsonb, p_auto_invite_committers boolean DEFAULT false)
 RETURNS public.created_project
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  made public.projects;
  branch public.branches;
  job uuid;
  wanted text := coalesce(nullif(btrim(p_slug), ''), private.slug_from(p_name));
  first_branch text := 'main';
begin
  if (p_type = 'vcs') <> (p_repository is not null) then
    perform private.problem('project_without_repository', 'type');
  end if;
  perform private.lock_seats_with(p_workspace_id, 'WorkspaceProjectsCreate');
  if p_flavor = 'style_guide' then
    perform private.require_in_workspace(p_workspace_id, 'WorkspaceStyleGuideProjectsCreate');
    perform private.feature_gate(p_workspace_id, 'style_guides');
  elsif p_flavor = 'design_library' then
    perform private.feature_gate(p_workspace_id, 'design_library');
  end if;
  if p_visibility = 'private' then
    perform private.feature_gate(p_workspace_id, 'private_projects');
  end if;
  perform private.feature_gate(p_workspace_id, 'projects');
  if p_group_id is not null then
    perform private.require_may_add_to_group(p_workspace_id, p_group_id);
  end if;
  if length(wanted) < 2 then
    wanted := 'project-' || wanted;
  end if;
  if nullif(btrim(p_slug), '') is null then
    wanted := private.free_project_slug(p_workspace_id, wanted);
  end if;
  insert into public.projects (workspace_id, group_id, name, slug, description, visibility, flavor, type, icon_name, icon_color, creator_id,
    auto_invite_committers)
  values (p_workspace_id, p_group_id, btrim(p_name), wanted, coalesce(p_description, ''), p_visibility, p_flavor, p_type,
    coalesce(p_icon_name, 'cabinet-filing'), coalesce(p_icon_color, '#7F8197'), private.current_user_id(),
    coalesce(p_auto_invite_committers, false))
  returning * into made;
  insert into public.project_members (project_id, user_id, role) values (made.id, private.current_user_id(), 'owner');
  if p_repository is not null then
    select r.default_branch into first_branch from private.add_repository(made, p_repository) r;
  end if;
  insert into public.branches (project_id, name, slug, is_default, is_published)
  values (made.id, left(first_branch, 100), private.branch_slug(first_branch), true, true)
  returning * into branch;
  update public.projects p set default_branch_id = branch.id where p.id = made.id returning p.* into made;
  if p_type = 'web' then
    -- What is written here begins with a working copy, in which nothing is yet.
    perform private.make_working_copy(branch);
  end if;
  if p_repository is not null then
    job := private.queue_git_analysis(made.id, first_branch, 'manual', null, null);
  elsif jsonb_array_length(coalesce(p_uploads, '[]')) > 0 then
    job := private.queue_analysis(branch, p_uploads, 'manual');
  end if;
  return row(made, row(branch.id, branch.slug, branch.name)::public.branch_name, job)::public.created_project;
end
$function$;

CREATE OR REPLACE FUNCTION public.create_version(p_project_id bigint, p_name text, p_from_branch_id bigint)
 RETURNS public.branch_name
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  project public.projects;
  origin public.branches;
  branch public.branches;
  wanted constant text := btrim(coalesce(p_name, ''));
  most constant integer := 200;
begin
  perform private.lock_project_with(p_project_id, 'project_branch_create_delete');
  select * into project from public.projects p where p.id = p_project_id;
  select * into origin from public.branches b where b.id = p_from_branch_id and b.project_id = project.id;
  if project.type <> 'web' then
    perform private.problem('versions_of_web_projects');
  elsif origin.id is null then
    perform private.problem('branch_not_found');
  elsif length(wanted) > 100 or private.is_git_branch(wanted) is not true then
    perform private.problem('branch_name_invalid', 'name');
  elsif exists (select 1 from public.branches b where b.project_id = project.id and (b.slug = private.branch_slug(wanted) or lower(b.name) = lower(wanted))) then
    perform private.problem('version_name_taken');
  elsif (select count(*) from public.branches b where b.project_id = project.id) >= most then
    perform private.problem('too_many_versions');
  end if;
  perform private.require_feature(project.workspace_id, 'multi_branch');
  perform private.allow_edits(200);
  perform private.make_working_copy(origin);
  insert into public.branches (project_id, name, slug, yjs_document_id)
  values (project.id, wanted, private.branch_slug(wanted), gen_random_uuid()) returning * into branch;
  insert into private.working_copies (branch_id, workspace_id) values (branch.id, project.workspace_id);
  with pairs as materialized (
    select gen_random_uuid() as new_id, d.* from public.documents d where d.branch_id = origin.id and d.deleted_at is null
  ), made as (
    insert into public.documents (id, branch_id, project_id, workspace_id, path, kind, size, eol, bom, epoch, seq, waiting_bytes, updated_by)
    select p.new_id, branch.id, p.project_id, p.workspace_id, p.path, p.kind, p.size, p.eol, p.bom, p.epoch, p.seq, p.waiting_bytes, private.current_user_id()
    from pairs p
  ), snapshots as (
    insert into private.document_snapshots (document_id, epoch, seq, state, trimmed_seq)
    select p.new_id, s.epoch, s.seq, s.state, s.seq from pairs p join private.document_snapshots s on s.document_id = p.id and s.epoch = p.epoch
  ), typed as (
    insert into private.document_updates (document_id, seq, epoch, key, author_id, update, created_at)
    select p.new_id, u.seq, u.epoch, u.key, u.author_id, u.update, u.created_at
    from pairs p
    join private.document_snapshots s on s.document_id = p.id and s.epoch = p.epoch
    join private.document_updates u on u.document_id = p.id and u.seq > s.seq
  )
  insert into private.document_sources (document_id, workspace_id, text, upload, hash)
  select p.new_id, p.workspace_id, o.text, o.upload, case when o.document_id is null then p.hash else o.hash end
  from pairs p left join private.document_sources o on o.document_id = p.id
  where not exists (select 1 from private.document_snapshots s where s.document_id = p.id and s.epoch = p.epoch)
    and num_nonnulls(o.text, o.upload, o.hash, p.hash) > 0;
  perform graphile_worker.add_job('keep_uploads', json_build_object('branch_id', branch.id), job_key => 'keep_uploads:' || branch.id);
  return row(branch.id, branch.slug, branch.name)::public.branch_name;
end
$function$;

CREATE OR REPLACE FUNCTION public.delete_documents(p_ids uuid[])
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.require_documents(p_ids);
  update public.documents d set deleted_at = now(), updated_at = now(), updated_by = private.current_user_id()
  where d.id = any (p_ids) and d.deleted_at is null;
end
$function$;

CREATE OR REPLACE FUNCTION public.discard_changes(p_ids uuid[])
 RETURNS SETOF public.documents
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  branch constant public.branches := private.require_documents(p_ids);
  -- Where the branch has moved, what it has now is what one goes back to: nothing, where it has nothing.
  targets constant jsonb := (
    select jsonb_agg(jsonb_build_object('id', d.id, 'path', coalesce(d.published_path, d.path),
      'hash', encode(case when d.base_moved then d.moved_hash else d.hash end, 'hex')))
    from public.documents d where d.id = any (p_ids));
begin
  perform private.begin_epoch(array(
    select d.id from public.documents d where d.id = any (p_ids) and (d.is_edited or d.base_moved) and (d.hash is not null or d.base_moved)));
  delete from private.document_sources s using jsonb_array_elements(targets) t
  where s.document_id = (t ->> 'id')::uuid and t ->> 'hash' is not null;
  update public.documents d set path = d.id || '.moving' where d.id = any (p_ids) and d.path is distinct from d.published_path;
  if exists (
    select 1 from jsonb_array_elements(targets) t
    join public.documents o on o.branch_id = branch.id and o.path = t ->> 'path' and o.deleted_at is null and o.id <> (t ->> 'id')::uuid
    where t ->> 'hash' is not null) then
    perform private.problem('document_path_taken');
  end if;
  update public.documents d set path = t ->> 'path', hash = there.hash, published_path = case when there.hash is not null then t ->> 'path' end,
    deleted_at = case when there.hash is null then now() end, is_edited = there.hash is null and d.is_edited,
    base_moved = false, moved_hash = null, size = coalesce(f.size, d.size), updated_at = now(), updated_by = private.current_user_id()
  from jsonb_array_elements(targets) t
  cross join lateral (select decode(t ->> 'hash', 'hex') as hash) there
  left join public.files f on f.workspace_id = (select p.workspace_id from public.projects p where p.id = branch.project_id) and f.hash = there.hash
  where d.id = (t ->> 'id')::uuid;
  perform private.require_document_paths(branch.id);
  return query select d.* from public.documents d where d.id = any (p_ids);
end
$function$;

CREATE OR REPLACE FUNCTION public.document_reading(p_document_id uuid)
 RETURNS public.document_reading
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  document public.documents;
  access private.studio_access;
begin
  select * into document from public.documents d where d.id = p_document_id;
  access := private.studio_access(document.branch_id);
  if access.view is null or access.view = 'published' and (document.changed or document.deleted_at is not null) then
    perform private.problem('document_not_found');
  end if;
  return row(document.branch_id, access.view)::public.document_reading;
end
$function$;

CREATE OR REPLACE FUNCTION public.export_account()
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  me constant bigint := private.require_proven_account();
begin
  return (
    select jsonb_build_object(
      'exported_at', now(),
      'account', to_jsonb(u) - 'is_site_admin',
      'emails', (select coalesce(jsonb_agg(to_jsonb(e) - 'user_id' order by e.id), '[]') from public.emails e where e.user_id = me),
      'connected_accounts', (
        select coalesce(jsonb_agg(jsonb_build_object('workspace', w.slug, 'integration', i.name, 'kind', i.kind, 'external_id', x.external_id,
          'username', x.username, 'data', x.data, 'created_at', x.created_at, 'last_login_at', x.last_login_at) order by x.id), '[]')
        from public.external_users x
        join public.workspace_integrations i on i.id = x.workspace_integration_id
        join public.workspaces w on w.id = i.workspace_id
        where x.user_id = me),
      'sessions', (select coalesce(jsonb_agg(to_jsonb(s)), '[]') from public.my_sessions() s),
      'workspaces', (
        select coalesce(jsonb_agg(jsonb_build_object('name', w.name, 'slug', w.slug, 'role', m.role, 'since', m.created_at,
          'last_seen_at', m.last_seen_at, 'receive_daily_summary', m.receive_daily_summary) order by w.name), '[]')
        from public.workspace_members m join public.workspaces w on w.id = m.workspace_id where m.user_id = me),
      'join_requests', (
        select coalesce(jsonb_agg(jsonb_build_object('workspace', w.slug, 'created_at', j.created_at, 'is_denied', j.is_denied) order by j.id), '[]')
        from public.join_requests j join public.workspaces w on w.id = j.workspace_id where j.user_id = me),
      'invitations_sent', (
        select coalesce(jsonb_agg(jsonb_build_object('workspace', w.slug, 'email', i.email, 'role', i.role, 'created_at', i.created_at,
          'accepted_at', i.accepted_at) order by i.id), '[]')
        from public.workspace_invitations i join public.workspaces w on w.id = i.workspace_id where i.invited_by = me),
      'projects', (
        select coalesce(jsonb_agg(jsonb_build_object('workspace', w.slug, 'project', p.slug, 'name', p.name, 'role', pm.role,
          'since', pm.created_at) order by p.id), '[]')
        from public.project_members pm join public.projects p on p.id = pm.project_id join public.workspaces w on w.id = p.workspace_id
        where pm.user_id = me),
      'pins', (
        select coalesce(jsonb_agg(p.slug order by pp.position), '[]')
        from public.project_pins pp join public.projects p on p.id = pp.project_id where pp.user_id = me),
      'teams', (
        select coalesce(jsonb_agg(jsonb_build_object('workspace', w.slug, 'team', t.name, 'role', tm.role) order by t.id), '[]')
        from public.team_members tm join public.teams t on t.id = tm.team_id join public.workspaces w on w.id = t.workspace_id
        where tm.user_id = me),
      'groups', (
        select coalesce(jsonb_agg(jsonb_build_object('workspace', w.slug, 'group', g.name) order by g.id), '[]')
        from public.group_admins ga join public.groups g on g.id = ga.group_id join public.workspaces w on w.id = g.workspace_id
        where ga.user_id = me),
      'documents', (
        select coalesce(jsonb_agg(jsonb_build_object('workspace', w.slug, 'project', p.slug, 'path', d.path, 'updated_at', d.updated_at)
          order by d.updated_at desc, d.id), '[]')
        from (select * from public.documents o where o.updated_by = me order by o.updated_at desc, o.id limit 10000) d
        join public.projects p on p.id = d.project_id join public.workspaces w on w.id = d.workspace_id),
      'activity', (
        select coalesce(jsonb_agg(jsonb_build_object('workspace', w.slug, 'type', a.type, 'metadata', a.metadata,
          'ip_address', a.ip_address, 'created_at', a.created_at) order by a.created_at desc, a.id desc), '[]')
        from (select * from public.activity_events o where o.actor_id = me order by o.created_at desc, o.id desc limit 10000) a
        join public.workspaces w on w.id = a.workspace_id))
    from public.users u where u.id = me);
end
$function$;

CREATE OR REPLACE FUNCTION public.move_documents(p_branch_id bigint, p_moves jsonb)
 RETURNS SETOF public.documents
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  branch public.branches;
  ids uuid[];
begin
  if jsonb_typeof(p_moves) is distinct from 'array' then
    perform private.problem('required', 'moves');
  elsif exists (select 1 from jsonb_array_elements(p_moves) m where private.is_project_path(m ->> 'path') is not true) then
    perform private.problem('import_path_invalid', 'path');
  elsif exists (select 1 from jsonb_array_elements(p_moves) m where m ->> 'id' is null or m ->> 'id' !~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$') then
    perform private.problem('document_not_found');
  end if;
  select array_agg(distinct (m ->> 'id')::uuid) into ids from jsonb_array_elements(p_moves) m;
  branch := private.require_documents(ids);
  if branch.id is distinct from p_branch_id or cardinality(ids) <> jsonb_array_length(p_moves)
    or exists (select 1 from public.documents d where d.id = any (ids) and d.deleted_at is not null) then
    perform private.problem('document_not_found');
  end if;
  -- Out of each other's way first: two may take each other's place.
  update public.documents d set path = d.id || '.moving' where d.id = any (ids);
  if exists (
    select 1 from jsonb_array_elements(p_moves) m group by m ->> 'path' having count(*) > 1
    union all
    select 1 from jsonb_array_elements(p_moves) m
    join public.documents d on d.branch_id = branch.id and d.path = m ->> 'path' and d.deleted_at is null)
  then
    perform private.problem('document_path_taken');
  end if;
  update public.documents d set path = m ->> 'path', updated_at = now(), updated_by = private.current_user_id()
  from jsonb_array_elements(p_moves) m where d.id = (m ->> 'id')::uuid;
  perform private.require_document_paths(branch.id);
  return query select d.* from public.documents d where d.id = any (ids);
end
$function$;

CREATE OR REPLACE FUNCTION public.open_studio(p_project_slug text, p_branch_slug text DEFAULT NULL::text, p_workspace_id bigint DEFAULT NULL::bigint)
 RETURNS public.studio_opening
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  project public.projects;
  branch public.branches;
  access private.studio_access;
  opening public.studio_opening;
begin
  opening := row('none', null, null, null, null, false, false, false, false, null)::public.studio_opening;
  select * into project from public.projects p where p.id = private.studio_project_named(p_project_slug, p_workspace_id);
  if project.id is null then
    opening.reason := case when current_setting('request.headers', true)::jsonb ->> 'x-waymark-share' is not null
      and not exists (select 1 from private.shared_branch_ids()) then 'share_ended' else 'project_not_found' end;
    opening.message := private.sentence(opening.reason);
    return opening;
  end if;
  opening.project := row(project.id, project.workspace_id, project.slug, project.name, project.type, project.flavor, project.visibility,
    (select r.workspace_integration_id from public.project_repositories r where r.project_id = project.id))::public.studio_project;
  select * into branch from public.branches b
  where b.project_id = project.id and (p_branch_slug is null and b.id = project.default_branch_id or b.slug = p_branch_slug)
    and private.can_read_branch(b.id);
  if branch.id is null then
    opening.reason := 'branch_not_found';
    opening.message := private.sentence(opening.reason);
    return opening;
  end if;
  access := private.studio_access(branch);
  opening.mode := access.mode;
  opening.view := access.view;
  opening.reason := access.reason;
  opening.message := private.sentence(access.reason);
  if access.view is not null then
    perform private.make_working_copy(branch);
    select * into branch from public.branches b where b.id = branch.id;
    opening.has_changes := access.view = 'live' and exists (select 1 from public.documents d where d.branch_id = branch.id and d.changed);
    opening.base_moved := access.view = 'live' and exists (select 1 from public.documents d where d.branch_id = branch.id and d.changed and d.base_moved);
  end if;
  opening.branch := row(branch.id, branch.slug, branch.name, branch.is_default, branch.is_published, branch.commit_hash,
    branch.last_analyzed_at, branch.yjs_document_id)::public.studio_branch;
  opening.can_publish := access.mode = 'readWrite' and project.type <> 'vcs';
  opening.can_create_branch := access.mode = 'readWrite' and project.type <> 'local'
    and private.can_in_project(project.id, 'project_branch_create_delete');
  return opening;
end
$function$;

CREATE OR REPLACE FUNCTION public.publish_working_copy(p_branch_id bigint, p_message text DEFAULT ''::text)
 RETURNS public.queued_import
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  branch constant public.branches := private.require_writable_copy(p_branch_id);
  project public.projects;
  job uuid;
begin
  perform private.allow_edits(60);
  select * into project from public.projects p where p.id = branch.project_id;
  if project.type = 'vcs' then
    perform private.problem('content_comes_from_git');
  elsif not private.may_track(project.id, branch.name) then
    perform private.problem('upgrade_required', 'multi_branch');
  elsif exists (select 1 from public.documents d where d.branch_id = branch.id and d.base_moved and d.changed) then
    perform private.problem('working_copy_behind');
  end if;
  -- What is queued has not been read yet: it brings this too.
  select t.job_id into job from public.task_logs t
  where t.branch_id = branch.id and t.task_id = 'analyze' and t.source = 'studio' and t.status = 'queued' and t.started_at is null
  order by t.created_at desc limit 1 for update;
  if job is null then
    if not exists (select 1 from public.documents d where d.branch_id = branch.id and d.changed) then
      perform private.problem('nothing_to_publish');
    end if;
    insert into public.task_logs (task_id, workspace_id, project_id, branch_id, branch_ref, event, created_by, source)
    values ('analyze', project.workspace_id, project.id, branch.id, 'refs/heads/' || branch.name, 'manual', private.current_user_id(), 'studio')
    returning job_id into job;
    perform private.start_analysis_job(job, project.workspace_id, 'branch:' || branch.id);
  end if;
  insert into private.publications (job_id, message) values (job, left(coalesce(p_message, ''), 5000))
  on conflict (job_id) do update set message = excluded.message;
  return row(job)::public.queued_import;
end
$function$;

CREATE OR REPLACE FUNCTION public.resolve_documents(p_ids uuid[])
 RETURNS SETOF public.documents
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.require_documents(p_ids);
  update public.documents d
  set hash = d.moved_hash, is_edited = true, base_moved = false, moved_hash = null, updated_at = now(),
    -- Named like a file that the branch has got, a document takes its place.
    published_path = case
      when d.moved_hash is null then null
      when d.published_path is null or exists (
        select 1 from public.branch_files f where f.branch_id = d.branch_id and f.path = d.path and f.hash = d.moved_hash) then d.path
      else d.published_path end
  where d.id = any (p_ids) and d.base_moved;
  return query select d.* from public.documents d where d.id = any (p_ids);
end
$function$;

CREATE OR REPLACE FUNCTION public.restore_commit(p_branch_id bigint, p_sha text)
 RETURNS integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  branch constant public.branches := private.require_writable_copy(p_branch_id);
  other uuid[];
  touched integer;
begin
  perform private.allow_edits(200);
  if not exists (select 1 from private.commit_files c where c.branch_id = branch.id and c.sha = p_sha) then
    perform private.problem('commit_not_kept');
  end if;
  -- Renewed, so that the clean-up does not take for orphans what documents refer to in a moment.
  update public.files f set created_at = now()
  from private.commit_files c
  where c.branch_id = branch.id and c.sha = p_sha and f.workspace_id = c.workspace_id and f.hash = c.hash and f.created_at < now() - interval '1 hour';
  -- Deleted ones come back where they were; the newest, where there were several.
  update public.documents d set deleted_at = null, updated_at = now()
  where d.id in (
    select distinct on (g.path) g.id
    from public.documents g join private.commit_files c on c.branch_id = g.branch_id and c.sha = p_sha and c.path = g.path
    where g.branch_id = branch.id and g.deleted_at is not null
      and not exists (select 1 from public.documents l where l.branch_id = g.branch_id and l.path = g.path and l.deleted_at is null)
    order by g.path, g.deleted_at desc);
  select array_agg(d.id) into other
  from public.documents d join private.commit_files c on c.branch_id = d.branch_id and c.sha = p_sha and c.path = d.path
  where d.branch_id = branch.id and d.deleted_at is null and (d.is_edited or d.hash is distinct from c.hash);
  perform private.begin_epoch(coalesce(other, '{}'));
  delete from private.document_sources s where s.document_id = any (other);
  insert into private.document_sources (document_id, workspace_id, hash)
  select d.id, d.workspace_id, c.hash
  from public.documents d join private.commit_files c on c.branch_id = d.branch_id and c.sha = p_sha and c.path = d.path
  where d.id = any (other) and d.hash is distinct from c.hash;
  update public.documents d set is_edited = d.hash is distinct from c.hash, size = f.size, updated_at = now(), updated_by = private.current_user_id(),
    kind = case when private.seems_binary(d.path) then 'binary' else 'text' end
  from private.commit_files c join public.files f on f.workspace_id = c.workspace_id and f.hash = c.hash
  where c.branch_id = branch.id and c.sha = p_sha and c.path = d.path and d.id = any (other);
  touched := coalesce(cardinality(other), 0);
  update public.documents d set deleted_at = now(), updated_at = now(), updated_by = private.current_user_id()
  where d.branch_id = branch.id and d.deleted_at is null
    and not exists (select 1 from private.commit_files c where c.branch_id = d.branch_id and c.sha = p_sha and c.path = d.path);
  with made as (
    insert into public.documents (branch_id, project_id, workspace_id, path, kind, size, updated_by)
    select branch.id, branch.project_id, c.workspace_id, c.path, case when private.seems_binary(c.path) then 'binary' else 'text' end, f.size,
      private.current_user_id()
    from private.commit_files c join public.files f on f.workspace_id = c.workspace_id and f.hash = c.hash
    where c.branch_id = branch.id and c.sha = p_sha
      and not exists (select 1 from public.documents d where d.branch_id = c.branch_id and d.path = c.path and d.deleted_at is null)
    returning id, path, workspace_id
  )
  insert into private.document_sources (document_id, workspace_id, hash)
  select m.id, m.workspace_id, c.hash from made m join private.commit_files c on c.branch_id = branch.id and c.sha = p_sha and c.path = m.path;
  return touched;
end
$function$;

CREATE OR REPLACE FUNCTION public.restore_documents(p_ids uuid[])
 RETURNS SETOF public.documents
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  branch constant public.branches := private.require_documents(p_ids);
begin
  if exists (select 1 from public.documents d where d.id = any (p_ids) and d.deleted_at < now() - interval '7 days') then
    perform private.problem('document_not_found');
  elsif exists (
    select 1 from public.documents d join public.documents o on o.branch_id = d.branch_id and o.path = d.path and o.deleted_at is null and o.id <> d.id
    where d.id = any (p_ids)
    union all
    select 1 from public.documents d where d.id = any (p_ids) group by d.path having count(*) > 1)
  then
    perform private.problem('document_path_taken');
  end if;
  update public.documents d set deleted_at = null, updated_at = now(), updated_by = private.current_user_id()
  where d.id = any (p_ids) and d.deleted_at is not null;
  perform private.require_document_room(branch.id);
  perform private.require_document_paths(branch.id);
  return query select d.* from public.documents d where d.id = any (p_ids);
end
$function$;

CREATE OR REPLACE FUNCTION public.svc_document(p_document_id uuid, p_published boolean DEFAULT false)
 RETURNS jsonb
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select jsonb_build_object(
    'path', d.path, 'kind', d.kind, 'eol', d.eol, 'bom', d.bom, 'epoch', d.epoch, 'seq', d.seq, 'branch_id', d.branch_id,
    'state', translate(encode(s.state, 'base64'), E'\n', ''), 'snapshot_seq', s.seq,
    'updates', case when s.document_id is not null then (
      select coalesce(jsonb_agg(jsonb_build_object('seq', u.seq, 'update', translate(encode(u.update, 'base64'), E'\n', '')) order by u.seq), '[]')
      from private.document_updates u where u.document_id = d.id and u.seq > s.seq) end,
    'text', o.text, 'upload', o.upload, 'object', (
      select f.workspace_id || '/' || f.object_id from public.files f
      where f.workspace_id = d.workspace_id and f.hash = case when o.document_id is not null then o.hash else d.hash end))
  from public.documents d
  left join private.document_snapshots s on s.document_id = d.id and s.epoch = d.epoch and not p_published
  left join private.document_sources o on o.document_id = d.id and not p_published
  where d.id = p_document_id
$function$;

CREATE OR REPLACE FUNCTION public.svc_keep_snapshot(p_document_id uuid, p_epoch integer, p_kind text, p_eol text, p_bom boolean, p_size bigint, p_state text DEFAULT NULL::text)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  document public.documents;
begin
  select * into document from public.documents d where d.id = p_document_id for no key update;
  -- Set back meanwhile, it begins with something else.
  if document.epoch is distinct from p_epoch or exists (select 1 from private.document_snapshots s where s.document_id = p_document_id) then
    return;
  end if;
  update public.documents d set kind = p_kind, eol = p_eol, bom = p_bom, size = p_size where d.id = p_document_id;
  if p_state is not null then
    insert into private.document_snapshots (document_id, epoch, seq, state, trimmed_seq)
    values (p_document_id, p_epoch, document.seq, decode(p_state, 'base64'), document.seq);
  end if;
end
$function$;

CREATE OR REPLACE FUNCTION public.updates_after(p_document_id uuid, p_epoch integer, p_seq bigint)
 RETURNS SETOF public.document_update
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  document constant public.documents := private.open_document(p_document_id);
  most constant integer := 1000;
  most_bytes constant bigint := 4194304;
begin
  if document.epoch is distinct from p_epoch then
    perform private.problem('document_was_reset');
  elsif p_seq is null or p_seq < (select s.trimmed_seq from private.document_snapshots s where s.document_id = document.id) then
    perform private.problem('updates_not_kept');
  end if;
  return query
  select n.seq, n.key, n.author_id, translate(encode(n.update, 'base64'), E'\n', '')
  from (
    select u.*, sum(length(u.update)) over (order by u.seq) - length(u.update) as before
    from (select * from private.document_updates a where a.document_id = document.id and a.seq > p_seq order by a.seq limit most) u
  ) n
  where n.before = 0 or n.before + length(n.update) <= most_bytes
  order by n.seq;
end
$function$;

ALTER TABLE "private"."commit_files" ADD CONSTRAINT "commit_files_branch_id_sha_fkey" FOREIGN KEY (branch_id, sha) REFERENCES public.commits(branch_id, sha) ON DELETE CASCADE;

ALTER TABLE "private"."commit_files" ADD CONSTRAINT "commit_files_workspace_id_hash_fkey" FOREIGN KEY (workspace_id, hash) REFERENCES public.files(workspace_id, hash) ON DELETE CASCADE;

ALTER TABLE "private"."document_sources" ADD CONSTRAINT "document_sources_workspace_id_fkey" FOREIGN KEY (workspace_id) REFERENCES public.workspaces(id) ON DELETE CASCADE;

ALTER TABLE "private"."document_sources" ADD CONSTRAINT "document_sources_workspace_id_hash_fkey" FOREIGN KEY (workspace_id, hash) REFERENCES public.files(workspace_id, hash) ON DELETE CASCADE;

ALTER TABLE "private"."document_updates" ADD CONSTRAINT "document_updates_author_id_fkey" FOREIGN KEY (author_id) REFERENCES public.users(id) ON DELETE SET NULL;

ALTER TABLE "private"."publications" ADD CONSTRAINT "publications_job_id_fkey" FOREIGN KEY (job_id) REFERENCES public.task_logs(job_id) ON DELETE CASCADE;

ALTER TABLE "private"."working_copies" ADD CONSTRAINT "working_copies_branch_id_fkey" FOREIGN KEY (branch_id) REFERENCES public.branches(id) ON DELETE CASCADE;

ALTER TABLE "private"."working_copies" ADD CONSTRAINT "working_copies_workspace_id_fkey" FOREIGN KEY (workspace_id) REFERENCES public.workspaces(id) ON DELETE CASCADE;

ALTER TABLE "public"."documents" ADD CONSTRAINT "documents_branch_id_fkey" FOREIGN KEY (branch_id) REFERENCES public.branches(id) ON DELETE CASCADE;

ALTER TABLE "private"."document_snapshots" ADD CONSTRAINT "document_snapshots_document_id_fkey" FOREIGN KEY (document_id) REFERENCES public.documents(id) ON DELETE CASCADE;

ALTER TABLE "private"."document_sources" ADD CONSTRAINT "document_sources_document_id_fkey" FOREIGN KEY (document_id) REFERENCES public.documents(id) ON DELETE CASCADE;

ALTER TABLE "private"."document_updates" ADD CONSTRAINT "document_updates_document_id_fkey" FOREIGN KEY (document_id) REFERENCES public.documents(id) ON DELETE CASCADE;

ALTER TABLE "public"."documents" ADD CONSTRAINT "documents_project_id_fkey" FOREIGN KEY (project_id) REFERENCES public.projects(id) ON DELETE CASCADE;

ALTER TABLE "public"."documents" ADD CONSTRAINT "documents_updated_by_fkey" FOREIGN KEY (updated_by) REFERENCES public.users(id) ON DELETE SET NULL;

ALTER TABLE "public"."documents" ADD CONSTRAINT "documents_workspace_id_fkey" FOREIGN KEY (workspace_id) REFERENCES public.workspaces(id) ON DELETE CASCADE;

ALTER TABLE "public"."documents" ADD CONSTRAINT "documents_workspace_id_hash_fkey" FOREIGN KEY (workspace_id, hash) REFERENCES public.files(workspace_id, hash) ON DELETE SET NULL (hash);

ALTER TABLE "public"."documents" ADD CONSTRAINT "documents_workspace_id_moved_hash_fkey" FOREIGN KEY (workspace_id, moved_hash) REFERENCES public.files(workspace_id, hash) ON DELETE SET NULL (moved_hash);

ALTER TABLE "public"."task_logs" ADD CONSTRAINT "check_task_logs_source" CHECK ((source = ANY (ARRAY['upload'::text, 'git'::text, 'studio'::text])));

CREATE INDEX commit_files_file_idx ON private.commit_files USING btree (workspace_id, hash);

CREATE INDEX document_sources_file_idx ON private.document_sources USING btree (workspace_id, hash);

CREATE INDEX document_sources_upload_idx ON private.document_sources USING btree (upload) WHERE (upload IS NOT NULL);

CREATE INDEX document_updates_author_idx ON private.document_updates USING btree (author_id);

CREATE INDEX working_copies_workspace_idx ON private.working_copies USING btree (workspace_id);

CREATE INDEX documents_branch_idx ON public.documents USING btree (branch_id);

CREATE INDEX documents_changed_idx ON public.documents USING btree (branch_id) WHERE changed;

CREATE INDEX documents_deleted_idx ON public.documents USING btree (deleted_at) WHERE (deleted_at IS NOT NULL);

CREATE INDEX documents_file_idx ON public.documents USING btree (workspace_id, hash);

CREATE INDEX documents_moved_file_idx ON public.documents USING btree (workspace_id, moved_hash);

CREATE UNIQUE INDEX documents_path_idx ON public.documents USING btree (branch_id, path) WHERE (deleted_at IS NULL);

CREATE INDEX documents_project_idx ON public.documents USING btree (project_id);

CREATE INDEX documents_updated_by_idx ON public.documents USING btree (updated_by);

CREATE INDEX documents_workspace_idx ON public.documents USING btree (workspace_id);

CREATE TRIGGER announce_delete AFTER DELETE ON public.documents REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION private.announce_documents();

CREATE TRIGGER announce_insert AFTER INSERT ON public.documents REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION private.announce_documents();

CREATE TRIGGER announce_update AFTER UPDATE ON public.documents REFERENCING OLD TABLE AS before NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION private.announce_documents();

CREATE POLICY "Documents are read as published by who has the link of their br" ON "public"."documents" FOR SELECT TO "anon" USING (((NOT changed) AND (deleted_at IS NULL) AND (branch_id IN ( SELECT private.published_working_copies() AS published_working_copies))));

CREATE POLICY "Documents are read with their working copy, by outside readers " ON "public"."documents" FOR SELECT TO "authenticated" USING (((branch_id IN ( SELECT private.live_working_copies() AS live_working_copies)) OR ((NOT changed) AND (deleted_at IS NULL) AND (branch_id IN ( SELECT private.published_working_copies() AS published_working_copies)))));

COMMENT ON COLUMN "private"."document_snapshots"."trimmed_seq" IS 'Updates up to this one are not kept any more.';

COMMENT ON COLUMN "public"."branches"."holds_internal" IS 'Whether some of what was last analysed is internal: then its files, which hold all of it, are not for outside readers. True until an analysis says otherwise.';

COMMENT ON COLUMN "public"."documents"."base_moved" IS 'A push or pull has changed the file in the branch while it was changed here: what the branch has is moved_hash (null: nothing any more).';

COMMENT ON COLUMN "public"."documents"."changed" IS 'Whether publishing would change the branch by it.';

COMMENT ON COLUMN "public"."documents"."epoch" IS 'Which text this is: another one begins where a document is set back. Updates are of one epoch.';

COMMENT ON COLUMN "public"."documents"."hash" IS 'Of its file in the branch, as it was last published or pulled; null for one that is new.';

COMMENT ON COLUMN "public"."documents"."published_path" IS 'What that file is called; null for one that is new.';

COMMENT ON COLUMN "public"."documents"."seq" IS 'Of the last update. It grows from epoch to epoch.';

COMMENT ON COLUMN "public"."documents"."waiting_bytes" IS 'Of updates since the last snapshot.';

COMMENT ON COLUMN "public"."task_logs"."source" IS 'Where the content comes from: files that were uploaded or pushed, the repository at its Git host, or the working copy of the Studio.';

COMMENT ON FUNCTION "private"."allow_edits"(integer) IS 'Counts what one person changes in working copies, by calls and by their size.';

COMMENT ON FUNCTION "private"."announce_documents"() IS 'Who hears of a project hears that its files have changed, and not of every key.';

COMMENT ON FUNCTION "private"."begin_epoch"(uuid[]) IS 'Lets documents begin with another text: what was typed before is of an epoch that is over.';

COMMENT ON FUNCTION "private"."follow_branch"(bigint) IS 'After a push, pull or import: documents that are as published become what the branch has now (a new epoch), others keep what was typed and say base_moved. For the worker, which holds the branch.';

COMMENT ON FUNCTION "private"."hears_working_copy"(text) IS 'Whether the caller hears what is typed into a document (document:{id}), or who is where in a working copy (studio:{branch id}).';

COMMENT ON FUNCTION "private"."keep_commit_files"(bigint, text) IS 'Keeps which files a commit has, of projects whose history is here alone: of the hundred newest. For the worker, once the branch has them.';

COMMENT ON FUNCTION "private"."live_working_copies"() IS 'The working copies of which the caller sees what is being written.';

COMMENT ON FUNCTION "private"."make_working_copy"(public.branches) IS 'Makes the working copy of a branch where there is none: a document for each of its files, whose text is read when somebody first opens it.';

COMMENT ON FUNCTION "private"."open_document"(uuid) IS 'A document whose text the caller may read as it is being written; 404 for any other.';

COMMENT ON FUNCTION "private"."path_key"(text) IS 'A path as file systems that know neither case nor normal forms see it.';

COMMENT ON FUNCTION "private"."published_working_copies"() IS 'The working copies of which the caller sees the files that are as published.';

COMMENT ON FUNCTION "private"."queue_compaction"(public.documents, bigint, bigint) IS 'Asks for a snapshot five minutes after the first update that none holds, and at once after every five hundredth or 8 MB.';

COMMENT ON FUNCTION "private"."require_document_paths"(bigint) IS 'Refuses what this transaction made of the paths of a working copy where two files cannot lie beside each other on every file system. Those that came from Git so stay.';

COMMENT ON FUNCTION "private"."require_document_room"(bigint) IS 'Refuses a working copy of more than 50,000 files, or more than 50 MB, which nobody could publish.';

COMMENT ON FUNCTION "private"."require_documents"(uuid[]) IS 'The branch of documents that the caller may change, locked; all of one working copy, 404 otherwise.';

COMMENT ON FUNCTION "private"."require_writable_copy"(bigint) IS 'A branch whose working copy the caller may change, locked; 404 for who may not know it.';

COMMENT ON FUNCTION "private"."seems_binary"(text) IS 'Whether a file is taken for binary until somebody looks into it.';

COMMENT ON FUNCTION "private"."sends_topic"() IS 'Whether the caller may send on the channel that Realtime asks about: where they are in a working copy that they may change. Nothing else is sent by clients.';

COMMENT ON FUNCTION "private"."settle_documents"(bigint, jsonb) IS 'After a working copy was published, [{id, epoch, seq, path, hash}] as it was read: documents are as published unless somebody went on meanwhile. For the worker, in the transaction that swaps the content in.';

COMMENT ON FUNCTION "private"."studio_access"(public.branches) IS 'In which mode the caller opens a branch, and why not in a better one. A project at a Git host without a service account is changed by who may create projects: the commits are theirs.';

COMMENT ON FUNCTION "private"."studio_access"(bigint) IS 'The same of a working copy; null where there is none.';

COMMENT ON FUNCTION "private"."studio_mode"(text, boolean, boolean, boolean) IS 'The one rule of access modes: by the type of a project, what somebody may do with its content, and whether an account at its Git host is at hand (theirs, or the project''s service account).';

COMMENT ON FUNCTION "private"."studio_project_named"(text, bigint) IS 'A project that the caller may know, by its slug, one of before included: of a workspace, or of any.';

COMMENT ON FUNCTION "private"."studio_view"(boolean, boolean, boolean, boolean) IS 'What of a working copy somebody sees: live what is being written, for who reads drafts; else the files that are as published, but of a branch with internal parts for full members only; null is nothing.';

COMMENT ON FUNCTION "private"."tell_document"(uuid, text, jsonb) IS 'Broadcasts to who has a document open.';

COMMENT ON FUNCTION "private"."working_copies_read"() IS 'The working copies that the caller reads, and what of them: the rules of private.studio_access as a set, for policies. Its size follows what was opened in the Studio, not what exists.';

COMMENT ON FUNCTION "public"."append_updates"(uuid, integer, jsonb) IS 'Keeps what was typed into a document, [{key, update}]: updates of Yjs (V1, base64, 2 MB each, 4 MB a call) under keys that the caller chose, and answers their numbers. Sent again they are kept once.';

COMMENT ON FUNCTION "public"."commit_files"(bigint, text) IS 'The files of a commit whose files are kept, for who reads the working copy of its branch.';

COMMENT ON FUNCTION "public"."create_documents"(bigint, jsonb) IS 'Makes files in a working copy, [{path, text} or {path, upload}]: at most 1,000 a call, of texts 16 MB; upload names an object of the caller in the bucket uploads.';

COMMENT ON FUNCTION "public"."create_version"(bigint, text, bigint) IS 'Makes a version of a web project from the working copy of another one: with all that was typed there, published by nobody yet.';

COMMENT ON FUNCTION "public"."delete_documents"(uuid[]) IS 'Deletes documents of a working copy: they can be brought back for seven days.';

COMMENT ON FUNCTION "public"."discard_changes"(uuid[]) IS 'Sets documents back to what the branch has: their text (a new epoch), their path, and that they were there. New ones are deleted.';

COMMENT ON FUNCTION "public"."document_reading"(uuid) IS 'What the caller may read of a document; 404 for who may read nothing. For the function that brings it.';

COMMENT ON FUNCTION "public"."export_account"() IS 'Everything kept about the caller: account, addresses, connected accounts (no tokens), sessions, memberships, the last 10,000 documents that they wrote in, and their last 10,000 entries in trails. jsonb: a document that people take along, and nothing reads its fields.';

COMMENT ON FUNCTION "public"."move_documents"(bigint, jsonb) IS 'Gives documents of a working copy other paths, [{id, path}]: all or none, two may change places.';

COMMENT ON FUNCTION "public"."open_studio"(text, text, bigint) IS 'Opens a project in the Studio, at its default branch or the one named, and makes the working copy where there is none. What cannot be opened is answered, not refused: the mode says what the screen is.';

COMMENT ON FUNCTION "public"."publish_working_copy"(bigint, text) IS 'Queues the analysis of a working copy as it is when its turn comes: it becomes the content of the branch, and a commit. Asked again before that, it is the same job.';

COMMENT ON FUNCTION "public"."resolve_documents"(uuid[]) IS 'Says that documents under which the branch had moved hold by now what they should of it: what the branch has is what they differ from.';

COMMENT ON FUNCTION "public"."restore_commit"(bigint, text) IS 'Makes the working copy what a commit of the branch was: nothing is published by it, and each document that differed begins a new epoch. Answers how many there were.';

COMMENT ON FUNCTION "public"."restore_documents"(uuid[]) IS 'Brings deleted documents back, with all that was typed into them, as long as their path is free: for seven days.';

COMMENT ON FUNCTION "public"."svc_document"(uuid, boolean) IS 'A document with its snapshot and what was typed since, or what its text begins with: an object of the bucket files or uploads, or a text. p_published: its file in the branch alone. For the function that has asked what the caller may read.';

COMMENT ON FUNCTION "public"."svc_keep_snapshot"(uuid, integer, text, text, boolean, bigint, text) IS 'Keeps the first snapshot of a document''s epoch (V2, gzip, base64), with what was found in its file; of two at once the first. Without a state the file is binary.';

COMMENT ON FUNCTION "public"."updates_after"(uuid, integer, bigint) IS 'What was typed into a document after an update, in order: at most 1,000 updates and 4 MB, the rest by asking again. Refuses where those are only kept in the snapshot.';

COMMENT ON TABLE "private"."commit_files" IS 'The files of the hundred newest commits of a branch that is edited in the Studio without Git: Git keeps its own.';

COMMENT ON TABLE "private"."document_snapshots" IS 'The newest snapshot of a text document: the state of its Y.Doc (V2, gzip) after an update. Made by the functions or the worker only: two that both insert the first text double it.';

COMMENT ON TABLE "private"."document_sources" IS 'What the epoch of a document begins with where that is not its file in the branch: a text, an object of the bucket uploads, or a kept file.';

COMMENT ON TABLE "private"."document_updates" IS 'What was typed, as updates of Yjs (V1), in the order of their sequence: append-only until a snapshot has held them for seven days.';

COMMENT ON TABLE "private"."publications" IS 'What somebody said of a working copy that they published.';

COMMENT ON TABLE "private"."working_copies" IS 'The branches that were opened in the Studio, and so have documents.';

COMMENT ON TABLE "public"."documents" IS 'The files of a working copy, as they are edited in the Studio.';

COMMENT ON TYPE "private"."studio_access" IS 'The mode in which somebody opens a branch, what they see of its working copy, and why not more.';

COMMENT ON TYPE "public"."commit_file" IS 'A file of a commit: its SHA-256 (hex) and size.';

COMMENT ON TYPE "public"."document_reading" IS 'Of which working copy a document is, and whether the caller sees what is being written, or what is published.';

COMMENT ON TYPE "public"."document_update" IS 'An update of Yjs (V1, base64) with its number.';

COMMENT ON TYPE "public"."kept_update" IS 'Under which number an update was kept.';

COMMENT ON TYPE "public"."studio_branch" IS 'The branch that is opened in the Studio.';

COMMENT ON TYPE "public"."studio_opening" IS 'How the Studio opens: mode none, readOnly, readWrite, notEditable or connect; why not better, in words; and whether the working copy differs from the branch, or the branch has moved under it. view: live, or published for who sees nothing unpublished.';

COMMENT ON TYPE "public"."studio_project" IS 'The project that is opened in the Studio.';

REVOKE ALL ON FUNCTION "private"."allow_edits"(integer) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."allow_edits"(integer) TO "postgres";

REVOKE ALL ON FUNCTION "private"."announce_documents"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."announce_documents"() TO "postgres";

REVOKE ALL ON FUNCTION "private"."begin_epoch"(uuid[]) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."begin_epoch"(uuid[]) TO "postgres";

REVOKE ALL ON FUNCTION "private"."follow_branch"(bigint) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."follow_branch"(bigint) TO "postgres";

REVOKE ALL ON FUNCTION "private"."hears_working_copy"(text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."hears_working_copy"(text) TO "postgres";

REVOKE ALL ON FUNCTION "private"."keep_commit_files"(bigint, text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."keep_commit_files"(bigint, text) TO "postgres";

REVOKE ALL ON FUNCTION "private"."live_working_copies"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."live_working_copies"() TO "authenticated", "postgres";

REVOKE ALL ON FUNCTION "private"."make_working_copy"(public.branches) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."make_working_copy"(public.branches) TO "postgres";

REVOKE ALL ON FUNCTION "private"."open_document"(uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."open_document"(uuid) TO "postgres";

REVOKE ALL ON FUNCTION "private"."path_key"(text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."path_key"(text) TO "postgres";

REVOKE ALL ON FUNCTION "private"."published_working_copies"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."published_working_copies"() TO "anon", "authenticated", "postgres";

REVOKE ALL ON FUNCTION "private"."queue_compaction"(public.documents, bigint, bigint) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."queue_compaction"(public.documents, bigint, bigint) TO "postgres";

REVOKE ALL ON FUNCTION "private"."require_document_paths"(bigint) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."require_document_paths"(bigint) TO "postgres";

REVOKE ALL ON FUNCTION "private"."require_document_room"(bigint) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."require_document_room"(bigint) TO "postgres";

REVOKE ALL ON FUNCTION "private"."require_documents"(uuid[]) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."require_documents"(uuid[]) TO "postgres";

REVOKE ALL ON FUNCTION "private"."require_writable_copy"(bigint) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."require_writable_copy"(bigint) TO "postgres";

REVOKE ALL ON FUNCTION "private"."seems_binary"(text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."seems_binary"(text) TO "postgres";

REVOKE ALL ON FUNCTION "private"."sends_topic"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."sends_topic"() TO "authenticated", "postgres";

REVOKE ALL ON FUNCTION "private"."settle_documents"(bigint, jsonb) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."settle_documents"(bigint, jsonb) TO "postgres";

REVOKE ALL ON FUNCTION "private"."studio_access"(public.branches) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."studio_access"(public.branches) TO "postgres";

REVOKE ALL ON FUNCTION "private"."studio_access"(bigint) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."studio_access"(bigint) TO "postgres";

REVOKE ALL ON FUNCTION "private"."studio_mode"(text, boolean, boolean, boolean) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."studio_mode"(text, boolean, boolean, boolean) TO "postgres";

REVOKE ALL ON FUNCTION "private"."studio_project_named"(text, bigint) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."studio_project_named"(text, bigint) TO "postgres";

REVOKE ALL ON FUNCTION "private"."studio_view"(boolean, boolean, boolean, boolean) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."studio_view"(boolean, boolean, boolean, boolean) TO "postgres";

REVOKE ALL ON FUNCTION "private"."tell_document"(uuid, text, jsonb) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."tell_document"(uuid, text, jsonb) TO "postgres";

REVOKE ALL ON FUNCTION "private"."working_copies_read"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."working_copies_read"() TO "postgres";

REVOKE ALL ON FUNCTION "public"."append_updates"(uuid, integer, jsonb) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."append_updates"(uuid, integer, jsonb) TO "authenticated", "postgres";

REVOKE ALL ON FUNCTION "public"."commit_files"(bigint, text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."commit_files"(bigint, text) TO "authenticated", "postgres";

REVOKE ALL ON FUNCTION "public"."create_documents"(bigint, jsonb) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."create_documents"(bigint, jsonb) TO "authenticated", "postgres";

REVOKE ALL ON FUNCTION "public"."create_version"(bigint, text, bigint) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."create_version"(bigint, text, bigint) TO "authenticated", "postgres";

REVOKE ALL ON FUNCTION "public"."delete_documents"(uuid[]) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."delete_documents"(uuid[]) TO "authenticated", "postgres";

REVOKE ALL ON FUNCTION "public"."discard_changes"(uuid[]) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."discard_changes"(uuid[]) TO "authenticated", "postgres";

REVOKE ALL ON FUNCTION "public"."document_reading"(uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."document_reading"(uuid) TO "anon", "authenticated", "postgres";

REVOKE ALL ON FUNCTION "public"."move_documents"(bigint, jsonb) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."move_documents"(bigint, jsonb) TO "authenticated", "postgres";

REVOKE ALL ON FUNCTION "public"."open_studio"(text, text, bigint) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."open_studio"(text, text, bigint) TO "anon", "authenticated", "postgres";

REVOKE ALL ON FUNCTION "public"."publish_working_copy"(bigint, text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."publish_working_copy"(bigint, text) TO "authenticated", "postgres";

REVOKE ALL ON FUNCTION "public"."resolve_documents"(uuid[]) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."resolve_documents"(uuid[]) TO "authenticated", "postgres";

REVOKE ALL ON FUNCTION "public"."restore_commit"(bigint, text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."restore_commit"(bigint, text) TO "authenticated", "postgres";

REVOKE ALL ON FUNCTION "public"."restore_documents"(uuid[]) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."restore_documents"(uuid[]) TO "authenticated", "postgres";

REVOKE ALL ON FUNCTION "public"."svc_document"(uuid, boolean) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."svc_document"(uuid, boolean) TO "postgres", "service_role";

REVOKE ALL ON FUNCTION "public"."svc_keep_snapshot"(uuid, integer, text, text, boolean, bigint, text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."svc_keep_snapshot"(uuid, integer, text, text, boolean, bigint, text) TO "postgres", "service_role";

REVOKE ALL ON FUNCTION "public"."updates_after"(uuid, integer, bigint) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."updates_after"(uuid, integer, bigint) TO "authenticated", "postgres";

GRANT DELETE, INSERT, MAINTAIN, REFERENCES, SELECT, TRIGGER, TRUNCATE, UPDATE ON TABLE "private"."commit_files" TO "postgres";

GRANT DELETE, INSERT, MAINTAIN, REFERENCES, SELECT, TRIGGER, TRUNCATE, UPDATE ON TABLE "private"."document_snapshots" TO "postgres";

GRANT DELETE, INSERT, MAINTAIN, REFERENCES, SELECT, TRIGGER, TRUNCATE, UPDATE ON TABLE "private"."document_sources" TO "postgres";

GRANT DELETE, INSERT, MAINTAIN, REFERENCES, SELECT, TRIGGER, TRUNCATE, UPDATE ON TABLE "private"."document_updates" TO "postgres";

GRANT DELETE, INSERT, MAINTAIN, REFERENCES, SELECT, TRIGGER, TRUNCATE, UPDATE ON TABLE "private"."publications" TO "postgres";

GRANT DELETE, INSERT, MAINTAIN, REFERENCES, SELECT, TRIGGER, TRUNCATE, UPDATE ON TABLE "private"."working_copies" TO "postgres";

GRANT SELECT ("base_moved") ON TABLE "public"."documents" TO "anon";

GRANT SELECT ("bom") ON TABLE "public"."documents" TO "anon";

GRANT SELECT ("branch_id") ON TABLE "public"."documents" TO "anon";

GRANT SELECT ("changed") ON TABLE "public"."documents" TO "anon";

GRANT SELECT ("created_at") ON TABLE "public"."documents" TO "anon";

GRANT SELECT ("deleted_at") ON TABLE "public"."documents" TO "anon";

GRANT SELECT ("eol") ON TABLE "public"."documents" TO "anon";

GRANT SELECT ("epoch") ON TABLE "public"."documents" TO "anon";

GRANT SELECT ("hash") ON TABLE "public"."documents" TO "anon";

GRANT SELECT ("id") ON TABLE "public"."documents" TO "anon";

GRANT SELECT ("kind") ON TABLE "public"."documents" TO "anon";

GRANT SELECT ("moved_hash") ON TABLE "public"."documents" TO "anon";

GRANT SELECT ("path") ON TABLE "public"."documents" TO "anon";

GRANT SELECT ("project_id") ON TABLE "public"."documents" TO "anon";

GRANT SELECT ("published_path") ON TABLE "public"."documents" TO "anon";

GRANT SELECT ("seq") ON TABLE "public"."documents" TO "anon";

GRANT SELECT ("size") ON TABLE "public"."documents" TO "anon";

GRANT SELECT ("updated_at") ON TABLE "public"."documents" TO "anon";

GRANT SELECT ("updated_by") ON TABLE "public"."documents" TO "anon";

GRANT SELECT ("workspace_id") ON TABLE "public"."documents" TO "anon";

GRANT SELECT ("base_moved") ON TABLE "public"."documents" TO "authenticated";

GRANT SELECT ("bom") ON TABLE "public"."documents" TO "authenticated";

GRANT SELECT ("branch_id") ON TABLE "public"."documents" TO "authenticated";

GRANT SELECT ("changed") ON TABLE "public"."documents" TO "authenticated";

GRANT SELECT ("created_at") ON TABLE "public"."documents" TO "authenticated";

GRANT SELECT ("deleted_at") ON TABLE "public"."documents" TO "authenticated";

GRANT SELECT ("eol") ON TABLE "public"."documents" TO "authenticated";

GRANT SELECT ("epoch") ON TABLE "public"."documents" TO "authenticated";

GRANT SELECT ("hash") ON TABLE "public"."documents" TO "authenticated";

GRANT SELECT ("id") ON TABLE "public"."documents" TO "authenticated";

GRANT SELECT ("kind") ON TABLE "public"."documents" TO "authenticated";

GRANT SELECT ("moved_hash") ON TABLE "public"."documents" TO "authenticated";

GRANT SELECT ("path") ON TABLE "public"."documents" TO "authenticated";

GRANT SELECT ("project_id") ON TABLE "public"."documents" TO "authenticated";

GRANT SELECT ("published_path") ON TABLE "public"."documents" TO "authenticated";

GRANT SELECT ("seq") ON TABLE "public"."documents" TO "authenticated";

GRANT SELECT ("size") ON TABLE "public"."documents" TO "authenticated";

GRANT SELECT ("updated_at") ON TABLE "public"."documents" TO "authenticated";

GRANT SELECT ("updated_by") ON TABLE "public"."documents" TO "authenticated";

GRANT SELECT ("workspace_id") ON TABLE "public"."documents" TO "authenticated";

GRANT DELETE, INSERT, MAINTAIN, REFERENCES, SELECT, TRIGGER, TRUNCATE, UPDATE ON TABLE "public"."documents" TO "postgres";

GRANT USAGE ON TYPE "private"."studio_access" TO "postgres";

GRANT USAGE ON TYPE "public"."commit_file" TO "postgres";

GRANT USAGE ON TYPE "public"."document_reading" TO "postgres";

GRANT USAGE ON TYPE "public"."document_update" TO "postgres";

GRANT USAGE ON TYPE "public"."kept_update" TO "postgres";

GRANT USAGE ON TYPE "public"."studio_branch" TO "postgres";

GRANT USAGE ON TYPE "public"."studio_opening" TO "postgres";

GRANT USAGE ON TYPE "public"."studio_project" TO "postgres";

CREATE INDEX documents_path_key_idx ON public.documents USING btree (branch_id, private.path_key(path) text_pattern_ops) WHERE (deleted_at IS NULL);

-- By hand

update public.branches b set holds_internal = false
where b.last_analyzed_at is not null
  and not exists (select 1 from public.branch_nodes n where n.branch_id = b.id and (n.is_internal or n.has_internal_parts));

do $policy$
begin
  if to_regclass('realtime.messages') is null then
    return;
  end if;
  create policy "Who may change a working copy says where they are in it" on realtime.messages for insert to authenticated
  with check (extension = 'broadcast' and topic = (select realtime.topic()) and (select private.sends_topic()));
end
$policy$;

insert into private.reasons (reason, code, status, sentence, field) values
  ('commit_not_kept', 'NOT_FOUND', 404, 'The files of this version are not kept.', null),
  ('document_deleted', 'CONFLICT', 409, 'This document was deleted. Bring it back to go on editing.', 'document_id'),
  ('document_not_found', 'NOT_FOUND', 404, 'Document not found.', null),
  ('document_path_taken', 'CONFLICT', 409, 'There is a file of this name already, or one that differs from it only in case, or a file where this one needs a folder.', 'path'),
  ('document_too_large', 'PAYLOAD_TOO_LARGE', 413, 'A document that is edited here may have at most 16 MB.', null),
  ('document_was_reset', 'CONFLICT', 409, 'This document begins with another text now. Open it again.', 'epoch'),
  ('documents_at_once', 'VALIDATION_ERROR', 400, 'Between 1 and {limit} files can be changed at once.', 'ids'),
  ('nothing_to_publish', 'CONFLICT', 409, 'Nothing has changed since this version was last published.', null),
  ('share_ended', 'BRANCH_NOT_FOUND', 404, 'This project is no longer shared, or the share URL may have changed.', null),
  ('studio_connect_account', 'ACTION_PROHIBITED', 403, 'You need to connect your Git account to open this project', null),
  ('studio_holds_internal', 'INSUFFICIENT_PERMISSIONS', 403, 'This version has internal parts. What you may read of it is in its documentation.', null),
  ('studio_needs_maker', 'INSUFFICIENT_PERMISSIONS', 403, 'You must be a Maker to open this project in Studio. Reach out to your workspace administrator to be granted access.', null),
  ('studio_not_editable', 'ACTION_PROHIBITED', 403, 'Project type not editable in Studio', null),
  ('too_many_documents', 'VALIDATION_ERROR', 400, 'A project that is edited here may have at most {limit} files.', null),
  ('too_many_edits', 'TOO_MANY_REQUESTS', 429, 'Too much was changed in a short time. Please try again in a moment.', null),
  ('too_many_versions', 'CONFLICT', 409, 'A project can have 200 versions. Remove some that nobody uses.', null),
  ('update_invalid', 'VALIDATION_ERROR', 400, 'Changes come as 1 to 1,000 updates, each with a key of its own.', 'updates'),
  ('update_too_large', 'PAYLOAD_TOO_LARGE', 413, 'A change may have at most 2 MB, and those that are sent together 4 MB.', 'updates'),
  ('updates_not_kept', 'CONFLICT', 409, 'These changes are only kept in the document itself now. Open it again.', 'seq'),
  ('version_name_taken', 'CONFLICT', 409, 'This project has a version of this name already.', 'name'),
  ('versions_of_web_projects', 'VALIDATION_ERROR', 400, 'Only projects that are written here have versions. Others have the branches of their source.', null),
  ('working_copy_behind', 'CONFLICT', 409, 'The branch has changed under what you changed. Look at both before you publish.', null),
  ('working_copy_too_large', 'PAYLOAD_TOO_LARGE', 413, 'The files of a project that is edited here may have at most 50 MB together.', null)
on conflict (reason) do nothing;
