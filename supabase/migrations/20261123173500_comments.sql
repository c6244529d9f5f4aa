set local check_function_bodies = off;

DROP POLICY "Members choose their own daily summary" ON "public"."workspace_members";

CREATE TABLE "public"."comment_mentions" ("comment_id" bigint NOT NULL, "user_id" bigint NOT NULL, "thread_id" bigint NOT NULL, "branch_id" bigint NOT NULL, "created_at" timestamp with time zone NOT NULL DEFAULT now(), "read_at" timestamp with time zone, "mailed_at" timestamp with time zone, CONSTRAINT "comment_mentions_pkey" PRIMARY KEY (comment_id, user_id));

ALTER TABLE "public"."comment_mentions" ENABLE ROW LEVEL SECURITY;

CREATE TABLE "public"."comment_threads" ("id" bigint GENERATED ALWAYS AS IDENTITY NOT NULL, "branch_id" bigint NOT NULL, "project_id" bigint NOT NULL, "workspace_id" bigint NOT NULL, "document_id" uuid, "path" text NOT NULL, "anchor" jsonb NOT NULL, "quote" text NOT NULL DEFAULT ''::text, "created_by" bigint, "created_at" timestamp with time zone NOT NULL DEFAULT now(), "resolved_at" timestamp with time zone, "resolved_by" bigint, "copied_from" bigint, CONSTRAINT "check_comment_threads_anchor" CHECK (((jsonb_typeof(anchor) = 'object'::text) AND (length((anchor)::text) <= 4000))), CONSTRAINT "check_comment_threads_quote" CHECK ((length(quote) <= 1000)), CONSTRAINT "comment_threads_pkey" PRIMARY KEY (id));

ALTER TABLE "public"."comment_threads" ENABLE ROW LEVEL SECURITY;

CREATE TABLE "public"."comments" ("id" bigint GENERATED ALWAYS AS IDENTITY NOT NULL, "thread_id" bigint NOT NULL, "branch_id" bigint NOT NULL, "project_id" bigint NOT NULL, "workspace_id" bigint NOT NULL, "author_id" bigint, "key" uuid NOT NULL, "text" text NOT NULL, "created_at" timestamp with time zone NOT NULL DEFAULT now(), "edited_at" timestamp with time zone, CONSTRAINT "check_comments_text" CHECK (((length(text) >= 1) AND (length(text) <= 10000))), CONSTRAINT "comments_pkey" PRIMARY KEY (id));

ALTER TABLE "public"."comments" ENABLE ROW LEVEL SECURITY;

ALTER TABLE "private"."unsubscribe_tokens" ADD COLUMN "kind" text NOT NULL DEFAULT 'daily_summary'::text;

ALTER TABLE "public"."workspace_members" ADD COLUMN "receive_mentions" boolean NOT NULL DEFAULT true;

CREATE TYPE "public"."comment_place" AS ("thread_id" bigint, "comment_id" bigint);

CREATE TYPE "public"."comment_thread" AS ("id" bigint, "document_id" uuid, "path" text, "anchor" jsonb, "quote" text, "is_resolved" boolean, "resolved_at" timestamp with time zone, "resolved_by" text, "created_at" timestamp with time zone, "last_at" timestamp with time zone, "count" bigint, "author_id" bigint, "author" text, "avatar_url" text, "excerpt" text, "is_mine" boolean, "is_mentioned" boolean, "unread" bigint);

CREATE TYPE "public"."mentionable_person" AS ("user_id" bigint, "username" text, "display_name" text, "avatar_url" text);

CREATE TYPE "public"."thread_comment" AS ("id" bigint, "author_id" bigint, "author" text, "avatar_url" text, "text" text, "created_at" timestamp with time zone, "edited_at" timestamp with time zone, "is_mine" boolean);

CREATE OR REPLACE FUNCTION private.allow_comments(caller bigint)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if caller is null then
    perform private.problem('sign_in_first');
  elsif private.throttle_hit('comments:' || caller, 30, 60) > 0 or private.throttle_hit('comments-day:' || caller, 1000, 86400) > 0 then
    perform private.problem('too_many_comments');
  end if;
end
$function$;

CREATE OR REPLACE FUNCTION private.copy_comments(from_branch_id bigint, to_branch_id bigint)
 RETURNS bigint
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  bytes bigint;
begin
  insert into public.comment_threads (branch_id, project_id, workspace_id, document_id, path, anchor, quote, created_by, created_at, copied_from)
  select to_branch_id, t.project_id, t.workspace_id, c.id, t.path, t.anchor, t.quote, t.created_by, t.created_at, t.id
  from public.comment_threads t
  left join public.documents c on c.branch_id = to_branch_id and c.path = t.path and c.deleted_at is null
  where t.branch_id = from_branch_id and t.resolved_at is null;
  insert into public.comments (thread_id, branch_id, project_id, workspace_id, author_id, key, text, created_at, edited_at)
  select t.id, t.branch_id, c.project_id, c.workspace_id, c.author_id, gen_random_uuid(), c.text, c.created_at, c.edited_at
  from public.comment_threads t join public.comments c on c.thread_id = t.copied_from
  where t.branch_id = to_branch_id
  order by c.id;
  select coalesce(sum(length(c.text)), 0) into bytes from public.comments c where c.branch_id = to_branch_id;
  return bytes;
end
$function$;

CREATE OR REPLACE FUNCTION private.follow_document_path()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  update public.comment_threads t set path = new.path where t.document_id = new.id;
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION private.forget_in_comments(user_id bigint)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  update public.comments c set text = left(regexp_replace(c.text, '(?<![a-z0-9_@-])@' || u.username || '(?![a-z0-9-])', '@deleted-user', 'gi'), 10000)
  from public.comment_mentions m, public.users u
  where m.user_id = forget_in_comments.user_id and c.id = m.comment_id and u.id = m.user_id
$function$;

CREATE OR REPLACE FUNCTION private.keep_mentions(comment_id bigint)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  said public.comments;
  person bigint;
  most constant integer := 20;
  again constant interval := '10 minutes';
begin
  select * into said from public.comments c where c.id = keep_mentions.comment_id;
  if (select count(*) from private.mentioned_names(said.text)) > most then
    perform private.problem('too_many_mentions', params => jsonb_build_object('limit', most));
  end if;
  delete from public.comment_mentions m
  using public.users u
  where m.comment_id = said.id and u.id = m.user_id and u.username not in (select private.mentioned_names(said.text));
  for person in
    insert into public.comment_mentions (comment_id, user_id, thread_id, branch_id)
    select said.id, u.id, said.thread_id, said.branch_id
    from private.mentioned_names(said.text) name
    join public.users u on u.username = name
    join public.workspace_members m on m.workspace_id = said.workspace_id and m.user_id = u.id
    where u.id is distinct from said.author_id and private.reads_live(u.id, said.branch_id)
    on conflict do nothing
    returning user_id
  loop
    -- At once, and what follows in the same thread together, ten minutes after the mail before.
    perform graphile_worker.add_job('mail_mentions', json_build_object('user_id', person, 'thread_id', said.thread_id),
      job_key => 'mentions:' || said.thread_id || ':' || person, job_key_mode => 'preserve_run_at', max_attempts => 5,
      run_at => greatest(now(), again + (
        select max(m.mailed_at) from public.comment_mentions m where m.thread_id = said.thread_id and m.user_id = person)));
  end loop;
end
$function$;

CREATE OR REPLACE FUNCTION private.mail_mentions(user_id bigint, thread_id bigint)
 RETURNS boolean
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  told bigint[];
  thread public.comment_threads;
  address text;
  token text;
  most_a_day constant integer := 50;
begin
  select array_agg(n.comment_id order by n.comment_id) into told
  from (
    select m.comment_id from public.comment_mentions m
    where m.user_id = mail_mentions.user_id and m.thread_id = mail_mentions.thread_id and m.mailed_at is null and m.read_at is null
    for update
  ) n;
  if told is null then
    return false;
  end if;
  select * into thread from public.comment_threads t where t.id = mail_mentions.thread_id;
  -- Whether one goes out or not: what is decided now is not asked again.
  update public.comment_mentions m set mailed_at = now() where m.user_id = mail_mentions.user_id and m.comment_id = any (told);
  select e.email into address
  from public.workspace_members m
  join public.workspaces w on w.id = m.workspace_id and not private.is_locked(w)
  join public.emails e on e.user_id = m.user_id and e.is_primary
  where m.workspace_id = thread.workspace_id and m.user_id = mail_mentions.user_id and m.is_active and m.receive_mentions
    and private.reads_live(m.user_id, thread.branch_id);
  if address is null or private.throttle_hit('mention-mails:' || mail_mentions.user_id, most_a_day, 86400) > 0 then
    return false;
  end if;
  token := private.new_token();
  insert into private.unsubscribe_tokens (token_hash, workspace_id, user_id, kind)
  values (private.token_hash(token), thread.workspace_id, mail_mentions.user_id, 'mentions');
  perform private.enqueue_mail(address, 'mentions', (
    select jsonb_build_object('workspace_id', thread.workspace_id, 'project', p.name, 'slug', p.slug, 'branch', b.name, 'branch_slug', b.slug,
      'thread_id', thread.id, 'unsubscribe_token', token, 'mentions', (
        select jsonb_agg(jsonb_build_object('name', coalesce((private.person(c.author_id)).display_name, 'Deleted user'),
          'said', left(regexp_replace(c.text, '(^|\s)@([A-Za-z0-9-]{2,39})', '\1\2', 'g'), 400)) order by c.id)
        from (select * from public.comments a where a.id = any (told) order by a.id limit 10) c))
    from public.branches b join public.projects p on p.id = b.project_id where b.id = thread.branch_id));
  return true;
end
$function$;

CREATE OR REPLACE FUNCTION private.mentioned_names(text text)
 RETURNS SETOF text
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select distinct lower(found[1])
  -- What stands in code is no mention: "@type" of a schema is nobody.
  from regexp_matches(regexp_replace(mentioned_names.text, '```.*?(```|$)|`[^`\n]*`', ' ', 'g'), '(?<![A-Za-z0-9_@/.-])@([A-Za-z0-9-]{2,39})(?![A-Za-z0-9-])', 'g') found
$function$;

CREATE OR REPLACE FUNCTION private.open_thread(thread_id bigint)
 RETURNS public.comment_threads
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  thread public.comment_threads;
begin
  select * into thread from public.comment_threads t where t.id = open_thread.thread_id;
  if thread.id is null or (private.studio_access(thread.branch_id)).view is distinct from 'live' then
    perform private.problem('comment_not_found');
  end if;
  return thread;
end
$function$;

CREATE OR REPLACE FUNCTION private.own_comment(comment_id bigint, permission text DEFAULT NULL::text)
 RETURNS public.comments
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  said public.comments;
begin
  select * into said from public.comments c where c.id = own_comment.comment_id for update;
  perform private.open_thread(said.thread_id);
  if said.author_id is distinct from private.current_user_id() and (own_comment.permission is null or not private.can_in_project(said.project_id, own_comment.permission)) then
    perform private.problem('comment_of_another');
  end if;
  return said;
end
$function$;

CREATE OR REPLACE FUNCTION private.reads_live(user_id bigint, branch_id bigint)
 RETURNS boolean
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  return exists (
    select 1
    from private.working_copies w
    join public.branches b on b.id = w.branch_id
    join public.projects p on p.id = b.project_id
    join public.project_role_permissions allowed
      on allowed.permission = 'project_unpublished_branch_read' and allowed.role = private.effective_project_role(reads_live.user_id, p.id)
    where w.branch_id = reads_live.branch_id
      and private.studio_mode(p.type, false, true,
        exists (select 1 from public.project_service_accounts a where a.project_id = p.id)
        or exists (
          select 1 from public.project_repositories r
          join public.external_users x on x.workspace_integration_id = r.workspace_integration_id and x.user_id = reads_live.user_id
          where r.project_id = p.id)) = 'readOnly');
end
$function$;

CREATE OR REPLACE FUNCTION private.require_comment_text(text text)
 RETURNS text
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
declare
  wanted constant text := btrim(coalesce(require_comment_text.text, ''), E' \t\r\n');
begin
  if wanted = '' then
    perform private.problem('required', 'text');
  elsif length(wanted) > 10000 then
    perform private.problem('comment_too_long');
  end if;
  return wanted;
end
$function$;

CREATE OR REPLACE FUNCTION private.said_before(key uuid)
 RETURNS public.comment_place
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select row(c.thread_id, c.id)::public.comment_place
  from public.comments c where c.author_id = private.current_user_id() and c.key = said_before.key
$function$;

CREATE OR REPLACE FUNCTION private.say(thread public.comment_threads, text text, key uuid)
 RETURNS public.comment_place
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  caller constant bigint := private.current_user_id();
  made bigint;
  most constant integer := 200;
begin
  if (select count(*) from public.comments c where c.thread_id = thread.id) >= most then
    perform private.problem('thread_full', params => jsonb_build_object('limit', most));
  end if;
  insert into public.comments (thread_id, branch_id, project_id, workspace_id, author_id, key, text)
  values (thread.id, thread.branch_id, thread.project_id, thread.workspace_id, caller, coalesce(say.key, gen_random_uuid()), say.text)
  returning id into made;
  perform private.keep_mentions(made);
  return row(thread.id, made)::public.comment_place;
end
$function$;

CREATE OR REPLACE FUNCTION public.branch_comments(p_branch_id bigint)
 RETURNS SETOF public.comment_thread
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  me constant bigint := private.current_user_id();
begin
  if (private.studio_access(p_branch_id)).view is distinct from 'live' then
    perform private.problem('branch_not_found');
  end if;
  return query
  select t.id, t.document_id, t.path, t.anchor, t.quote, t.resolved_at is not null, t.resolved_at, (private.person(t.resolved_by)).display_name,
    t.created_at, every.last_at, every.count, first.author_id, (private.person(first.author_id)).display_name,
    (private.person(first.author_id)).avatar_url, left(first.text, 300), every.is_mine, asked.unread is not null, coalesce(asked.unread, 0)
  from public.comment_threads t
  cross join lateral (
    select count(*) as count, max(c.created_at) as last_at, coalesce(bool_or(c.author_id = me), false) as is_mine
    from public.comments c where c.thread_id = t.id) every
  join lateral (select c.author_id, c.text from public.comments c where c.thread_id = t.id order by c.id limit 1) first on true
  left join lateral (
    select count(*) filter (where m.read_at is null) as unread
    from public.comment_mentions m where m.thread_id = t.id and m.user_id = me having count(*) > 0) asked on true
  where t.branch_id = p_branch_id
  order by t.id;
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
  held bigint;
  most_bytes constant bigint := 104857600;
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
  perform private.make_working_copy(origin);
  select sum(d.size + d.waiting_bytes) into held from public.documents d where d.branch_id = origin.id;
  if held > most_bytes then
    perform private.problem('working_copy_too_large');
  end if;
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
  held := coalesce(held, 0) + private.copy_comments(origin.id, branch.id);
  perform private.allow_edits(200 + (held / 4096)::integer);
  perform graphile_worker.add_job('keep_uploads', json_build_object('branch_id', branch.id), job_key => 'keep_uploads:' || branch.id);
  return row(branch.id, branch.slug, branch.name)::public.branch_name;
end
$function$;

CREATE OR REPLACE FUNCTION public.delete_account(p_username text)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  me constant bigint := private.require_proven_account();
  account public.users;
  held_back text;
begin
  select * into account from public.users u where u.id = me for update;
  if lower(btrim(coalesce(p_username, ''))) <> account.username then
    perform private.problem('username_not_confirmed');
  end if;
  -- Owners of one workspace leave one after the other, or each would count on the other to stay.
  perform 1 from public.workspaces w
  where w.id in (select m.workspace_id from public.workspace_members m where m.user_id = me and m.role = 'owner')
  order by w.id
  for update;
  select string_agg(w.name, ', ' order by w.name) into held_back
  from public.workspace_members m join public.workspaces w on w.id = m.workspace_id
  where m.user_id = me and m.role = 'owner'
    and not exists (select 1 from public.workspace_members o where o.workspace_id = w.id and o.role = 'owner' and o.user_id <> me)
    and exists (select 1 from public.workspace_members o where o.workspace_id = w.id and o.user_id <> me);
  if held_back is not null then
    perform private.problem('only_owner_of_workspaces', params => jsonb_build_object('workspaces', held_back));
  end if;
  delete from public.workspaces w
  where exists (select 1 from public.workspace_members m where m.workspace_id = w.id and m.user_id = me and m.role = 'owner')
    and not exists (select 1 from public.workspace_members o where o.workspace_id = w.id and o.user_id <> me);
  perform private.mail_account(me, 'account_deleted', jsonb_build_object('username', account.username));
  perform private.log_activity(m.workspace_id, 'workspace.member.left', jsonb_build_object('role', m.role))
  from public.workspace_members m where m.user_id = me;
  -- What was theirs passes on with each membership (private.forget_member).
  delete from public.workspace_members m where m.user_id = me;
  delete from public.workspace_invitations i where i.accepted_by = me;
  delete from private.codes c
  where c.subject = 'user:' || me
    or c.email in (select e.email from public.emails e where e.user_id = me and e.confirmed_at is not null);
  delete from private.outbox_mails o
  where o.sent_at is not null
    and o.recipient in (select e.email from public.emails e where e.user_id = me and e.confirmed_at is not null);
  perform private.forget_in_trail(me);
  perform private.forget_in_comments(me);
  delete from auth.users a where a.id = account.auth_id;
end
$function$;

CREATE OR REPLACE FUNCTION public.delete_comment(p_comment_id bigint)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  said constant public.comments := private.own_comment(p_comment_id, 'project_update');
begin
  perform private.allow_comments(private.current_user_id());
  perform 1 from public.comment_threads t where t.id = said.thread_id for update;
  delete from public.comments c where c.id = said.id;
  delete from public.comment_threads t where t.id = said.thread_id and not exists (select 1 from public.comments c where c.thread_id = t.id);
end
$function$;

CREATE OR REPLACE FUNCTION public.edit_comment(p_comment_id bigint, p_text text)
 RETURNS public.comment_place
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  said constant public.comments := private.own_comment(p_comment_id);
  wanted constant text := private.require_comment_text(p_text);
begin
  perform private.allow_comments(private.current_user_id());
  if wanted <> said.text then
    update public.comments c set text = wanted, edited_at = now() where c.id = said.id;
    perform private.keep_mentions(said.id);
  end if;
  return row(said.thread_id, said.id)::public.comment_place;
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
          'last_seen_at', m.last_seen_at, 'receive_daily_summary', m.receive_daily_summary, 'receive_mentions', m.receive_mentions) order by w.name), '[]')
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
      'comments', (
        select coalesce(jsonb_agg(jsonb_build_object('workspace', w.slug, 'project', p.slug, 'path', t.path, 'text', c.text,
          'created_at', c.created_at, 'edited_at', c.edited_at) order by c.created_at desc, c.id desc), '[]')
        from (select * from public.comments o where o.author_id = me order by o.created_at desc, o.id desc limit 10000) c
        join public.comment_threads t on t.id = c.thread_id
        join public.projects p on p.id = c.project_id join public.workspaces w on w.id = c.workspace_id),
      'activity', (
        select coalesce(jsonb_agg(jsonb_build_object('workspace', w.slug, 'type', a.type, 'metadata', a.metadata,
          'ip_address', a.ip_address, 'created_at', a.created_at) order by a.created_at desc, a.id desc), '[]')
        from (select * from public.activity_events o where o.actor_id = me order by o.created_at desc, o.id desc limit 10000) a
        join public.workspaces w on w.id = a.workspace_id))
    from public.users u where u.id = me);
end
$function$;

CREATE OR REPLACE FUNCTION public.mentionable_people(p_branch_id bigint, p_search text DEFAULT ''::text)
 RETURNS SETOF public.mentionable_person
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  term constant text := private.like_pattern(left(coalesce(p_search, ''), 100));
  most_asked constant integer := 200;
  most constant integer := 8;
begin
  if (private.studio_access(p_branch_id)).view is distinct from 'live' then
    perform private.problem('branch_not_found');
  end if;
  return query
  select asked.user_id, asked.username, asked.display_name, asked.avatar_url
  from (
    select p.user_id, p.username, p.display_name, p.avatar_url
    from public.workspace_members m
    join private.people p on p.user_id = m.user_id
    where m.workspace_id = (select w.workspace_id from private.working_copies w where w.branch_id = p_branch_id) and m.is_active
      and m.user_id <> private.current_user_id() and (p.display_name ilike term or p.username ilike term)
    order by p.display_name collate private.natural, p.user_id limit most_asked
  ) asked
  where private.reads_live(asked.user_id, p_branch_id)
  order by asked.display_name collate private.natural, asked.user_id limit most;
end
$function$;

CREATE OR REPLACE FUNCTION public.place_comments(p_document_id uuid, p_epoch integer, p_anchors jsonb)
 RETURNS integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  document constant public.documents := private.open_document(p_document_id);
  moved integer;
  most constant integer := 200;
begin
  if (private.studio_access(document.branch_id)).mode <> 'readWrite' then
    perform private.problem('not_allowed_in_project');
  elsif document.epoch is distinct from p_epoch or document.deleted_at is not null then
    perform private.problem('document_was_reset');
  elsif jsonb_typeof(p_anchors) is distinct from 'array' or jsonb_array_length(p_anchors) not between 1 and most
    or exists (
      select 1 from jsonb_array_elements(p_anchors) given
      where jsonb_typeof(given) <> 'object' or jsonb_typeof(given -> 'anchor') is distinct from 'object' or length((given -> 'anchor')::text) > 4000
        or jsonb_typeof(given -> 'id') is distinct from 'number' or (given ->> 'id') !~ '^[0-9]{1,18}$') then
    perform private.problem('anchor_invalid');
  end if;
  update public.comment_threads t set anchor = given.anchor, document_id = document.id, path = document.path
  from jsonb_to_recordset(p_anchors) as given (id bigint, anchor jsonb)
  where t.id = given.id and t.branch_id = document.branch_id and t.anchor <> given.anchor
    and (t.document_id = document.id or t.path = document.path);
  get diagnostics moved = row_count;
  perform private.allow_edits(jsonb_array_length(p_anchors));
  return moved;
end
$function$;

CREATE OR REPLACE FUNCTION public.read_mentions(p_thread_id bigint)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  thread constant public.comment_threads := private.open_thread(p_thread_id);
begin
  update public.comment_mentions m set read_at = now()
  where m.thread_id = thread.id and m.user_id = private.current_user_id() and m.read_at is null;
end
$function$;

CREATE OR REPLACE FUNCTION public.reply_to_thread(p_thread_id bigint, p_text text, p_key uuid DEFAULT NULL::uuid)
 RETURNS public.comment_place
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  thread constant public.comment_threads := private.open_thread(p_thread_id);
  said constant text := private.require_comment_text(p_text);
  place public.comment_place;
begin
  perform private.allow_comments(private.current_user_id());
  perform 1 from public.comment_threads t where t.id = thread.id for no key update;
  if not found then
    perform private.problem('comment_not_found');
  end if;
  place := private.said_before(p_key);
  return case when place.comment_id is not null then place else private.say(thread, said, p_key) end;
end
$function$;

CREATE OR REPLACE FUNCTION public.resolve_thread(p_thread_id bigint, p_is_resolved boolean DEFAULT true)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  thread constant public.comment_threads := private.open_thread(p_thread_id);
begin
  perform private.allow_comments(private.current_user_id());
  update public.comment_threads t
  set resolved_at = case when coalesce(p_is_resolved, true) then now() end,
    resolved_by = case when coalesce(p_is_resolved, true) then private.current_user_id() end
  where t.id = thread.id and (t.resolved_at is not null) is distinct from coalesce(p_is_resolved, true);
end
$function$;

CREATE OR REPLACE FUNCTION public.start_comment(p_document_id uuid, p_anchor jsonb, p_quote text, p_text text, p_key uuid DEFAULT NULL::uuid)
 RETURNS public.comment_place
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  document constant public.documents := private.open_document(p_document_id);
  thread public.comment_threads;
  said constant text := private.require_comment_text(p_text);
  place public.comment_place;
  most constant integer := 1000;
begin
  perform private.allow_comments(private.current_user_id());
  if document.deleted_at is not null then
    perform private.problem('document_deleted');
  elsif jsonb_typeof(p_anchor) is distinct from 'object' or length(p_anchor::text) > 4000 then
    perform private.problem('anchor_invalid');
  end if;
  -- One after the other, so that the bound holds and a key counts once.
  perform 1 from private.working_copies w where w.branch_id = document.branch_id for no key update;
  place := private.said_before(p_key);
  if place.comment_id is not null then
    return place;
  elsif (select count(*) from public.comment_threads t where t.branch_id = document.branch_id) >= most then
    perform private.problem('too_many_threads', params => jsonb_build_object('limit', most));
  end if;
  insert into public.comment_threads (branch_id, project_id, workspace_id, document_id, path, anchor, quote, created_by)
  values (document.branch_id, document.project_id, document.workspace_id, document.id, document.path, p_anchor, left(coalesce(p_quote, ''), 1000),
    private.current_user_id())
  returning * into thread;
  return private.say(thread, said, p_key);
end
$function$;

CREATE OR REPLACE FUNCTION public.svc_unsubscribe(p_token text)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  held private.unsubscribe_tokens;
begin
  select * into held from private.unsubscribe_tokens t where t.token_hash = private.token_hash(p_token);
  if not found then
    return null;
  end if;
  update public.workspace_members m
  set receive_daily_summary = m.receive_daily_summary and held.kind <> 'daily_summary', receive_mentions = m.receive_mentions and held.kind <> 'mentions'
  where m.workspace_id = held.workspace_id and m.user_id = held.user_id;
  return (
    select jsonb_build_object('workspace', jsonb_build_object('id', w.id, 'name', w.name, 'slug', w.slug), 'email', e.email, 'kind', held.kind)
    from public.workspaces w left join public.emails e on e.user_id = held.user_id and e.is_primary
    where w.id = held.workspace_id);
end
$function$;

CREATE OR REPLACE FUNCTION public.thread_comments(p_thread_id bigint)
 RETURNS SETOF public.thread_comment
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  thread constant public.comment_threads := private.open_thread(p_thread_id);
  me constant bigint := private.current_user_id();
begin
  return query
  select c.id, c.author_id, (private.person(c.author_id)).display_name, (private.person(c.author_id)).avatar_url, c.text, c.created_at, c.edited_at,
    coalesce(c.author_id = me, false)
  from public.comments c where c.thread_id = thread.id
  order by c.created_at, c.id;
end
$function$;

ALTER TABLE "private"."unsubscribe_tokens" ADD CONSTRAINT "unsubscribe_tokens_kind_check" CHECK ((kind = ANY (ARRAY['daily_summary'::text, 'mentions'::text])));

ALTER TABLE "public"."comment_mentions" ADD CONSTRAINT "comment_mentions_branch_id_fkey" FOREIGN KEY (branch_id) REFERENCES public.branches(id) ON DELETE CASCADE;

ALTER TABLE "public"."comment_mentions" ADD CONSTRAINT "comment_mentions_user_id_fkey" FOREIGN KEY (user_id) REFERENCES public.users(id) ON DELETE CASCADE;

ALTER TABLE "public"."comment_threads" ADD CONSTRAINT "comment_threads_branch_id_fkey" FOREIGN KEY (branch_id) REFERENCES public.branches(id) ON DELETE CASCADE;

ALTER TABLE "public"."comment_threads" ADD CONSTRAINT "comment_threads_created_by_fkey" FOREIGN KEY (created_by) REFERENCES public.users(id) ON DELETE SET NULL;

ALTER TABLE "public"."comment_threads" ADD CONSTRAINT "comment_threads_document_id_fkey" FOREIGN KEY (document_id) REFERENCES public.documents(id) ON DELETE SET NULL;

ALTER TABLE "public"."comment_mentions" ADD CONSTRAINT "comment_mentions_thread_id_fkey" FOREIGN KEY (thread_id) REFERENCES public.comment_threads(id) ON DELETE CASCADE;

ALTER TABLE "public"."comment_threads" ADD CONSTRAINT "comment_threads_copied_from_fkey" FOREIGN KEY (copied_from) REFERENCES public.comment_threads(id) ON DELETE SET NULL;

ALTER TABLE "public"."comment_threads" ADD CONSTRAINT "comment_threads_project_id_fkey" FOREIGN KEY (project_id) REFERENCES public.projects(id) ON DELETE CASCADE;

ALTER TABLE "public"."comment_threads" ADD CONSTRAINT "comment_threads_resolved_by_fkey" FOREIGN KEY (resolved_by) REFERENCES public.users(id) ON DELETE SET NULL;

ALTER TABLE "public"."comment_threads" ADD CONSTRAINT "comment_threads_workspace_id_fkey" FOREIGN KEY (workspace_id) REFERENCES public.workspaces(id) ON DELETE CASCADE;

ALTER TABLE "public"."comments" ADD CONSTRAINT "comments_author_id_fkey" FOREIGN KEY (author_id) REFERENCES public.users(id) ON DELETE SET NULL;

ALTER TABLE "public"."comments" ADD CONSTRAINT "comments_branch_id_fkey" FOREIGN KEY (branch_id) REFERENCES public.branches(id) ON DELETE CASCADE;

ALTER TABLE "public"."comment_mentions" ADD CONSTRAINT "comment_mentions_comment_id_fkey" FOREIGN KEY (comment_id) REFERENCES public.comments(id) ON DELETE CASCADE;

ALTER TABLE "public"."comments" ADD CONSTRAINT "comments_project_id_fkey" FOREIGN KEY (project_id) REFERENCES public.projects(id) ON DELETE CASCADE;

ALTER TABLE "public"."comments" ADD CONSTRAINT "comments_thread_id_fkey" FOREIGN KEY (thread_id) REFERENCES public.comment_threads(id) ON DELETE CASCADE;

ALTER TABLE "public"."comments" ADD CONSTRAINT "comments_workspace_id_fkey" FOREIGN KEY (workspace_id) REFERENCES public.workspaces(id) ON DELETE CASCADE;

CREATE INDEX comment_mentions_branch_idx ON public.comment_mentions USING btree (branch_id);

CREATE INDEX comment_mentions_thread_idx ON public.comment_mentions USING btree (thread_id);

CREATE INDEX comment_mentions_user_idx ON public.comment_mentions USING btree (user_id, thread_id);

CREATE INDEX comment_threads_branch_idx ON public.comment_threads USING btree (branch_id);

CREATE INDEX comment_threads_copied_from_idx ON public.comment_threads USING btree (copied_from);

CREATE INDEX comment_threads_created_by_idx ON public.comment_threads USING btree (created_by);

CREATE INDEX comment_threads_document_idx ON public.comment_threads USING btree (document_id);

CREATE INDEX comment_threads_project_idx ON public.comment_threads USING btree (project_id);

CREATE INDEX comment_threads_resolved_by_idx ON public.comment_threads USING btree (resolved_by);

CREATE INDEX comment_threads_workspace_idx ON public.comment_threads USING btree (workspace_id);

CREATE INDEX comments_branch_idx ON public.comments USING btree (branch_id);

CREATE UNIQUE INDEX comments_key_idx ON public.comments USING btree (author_id, key);

CREATE INDEX comments_project_idx ON public.comments USING btree (project_id);

CREATE INDEX comments_thread_idx ON public.comments USING btree (thread_id, id);

CREATE INDEX comments_workspace_idx ON public.comments USING btree (workspace_id);

CREATE TRIGGER announce_delete AFTER DELETE ON public.comment_mentions REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION private.announce_of_person();

CREATE TRIGGER announce_insert AFTER INSERT ON public.comment_mentions REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION private.announce_of_person();

CREATE TRIGGER announce_update AFTER UPDATE ON public.comment_mentions REFERENCING OLD TABLE AS before NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION private.announce_of_person();

CREATE TRIGGER announce_delete AFTER DELETE ON public.comment_threads REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION private.announce_of_project();

CREATE TRIGGER announce_insert AFTER INSERT ON public.comment_threads REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION private.announce_of_project();

CREATE TRIGGER announce_update AFTER UPDATE ON public.comment_threads REFERENCING OLD TABLE AS before NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION private.announce_of_project();

CREATE TRIGGER announce_delete AFTER DELETE ON public.comments REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION private.announce_of_project();

CREATE TRIGGER announce_insert AFTER INSERT ON public.comments REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION private.announce_of_project();

CREATE TRIGGER announce_update AFTER UPDATE ON public.comments REFERENCING OLD TABLE AS before NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION private.announce_of_project();

CREATE TRIGGER follow_document_path AFTER UPDATE OF path ON public.documents FOR EACH ROW WHEN ((old.path IS DISTINCT FROM new.path)) EXECUTE FUNCTION private.follow_document_path();

CREATE POLICY "People see where they are mentioned, while they may read it" ON "public"."comment_mentions" FOR SELECT TO "authenticated" USING (((user_id = ( SELECT private.current_user_id() AS current_user_id)) AND (branch_id IN ( SELECT private.live_working_copies() AS live_working_copies))));

CREATE POLICY "Threads are read by who sees what is being written" ON "public"."comment_threads" FOR SELECT TO "authenticated" USING ((branch_id IN ( SELECT private.live_working_copies() AS live_working_copies)));

CREATE POLICY "Comments are read by who sees what is being written" ON "public"."comments" FOR SELECT TO "authenticated" USING ((branch_id IN ( SELECT private.live_working_copies() AS live_working_copies)));

CREATE POLICY "Members choose which mails they get" ON "public"."workspace_members" FOR UPDATE TO "authenticated" USING (((user_id = ( SELECT private.current_user_id() AS current_user_id)) AND (workspace_id = ANY (ARRAY( SELECT private.my_workspace_ids() AS my_workspace_ids))))) WITH CHECK (((user_id = ( SELECT private.current_user_id() AS current_user_id)) AND (workspace_id = ANY (ARRAY( SELECT private.my_workspace_ids() AS my_workspace_ids)))));

COMMENT ON COLUMN "public"."comment_mentions"."mailed_at" IS 'When a mail told them, or was found to be none of theirs any more.';

COMMENT ON COLUMN "public"."comment_mentions"."read_at" IS 'When that person opened the thread.';

COMMENT ON COLUMN "public"."comment_threads"."anchor" IS 'What the place is found by, as the Studio writes it: the epoch and two positions of Yjs in it, a path within the description, the text with what stands around it. Nothing in the database reads it.';

COMMENT ON COLUMN "public"."comment_threads"."copied_from" IS 'Of a version made from another one: the thread there.';

COMMENT ON COLUMN "public"."comment_threads"."document_id" IS 'The document; null once it is purged. The thread stays, and finds a document of the same path.';

COMMENT ON COLUMN "public"."comment_threads"."path" IS 'Where that document lies, or last lay.';

COMMENT ON COLUMN "public"."comment_threads"."quote" IS 'What stood there when the thread began.';

COMMENT ON COLUMN "public"."comments"."key" IS 'Chosen by who sends it: sent again, it is the same comment.';

COMMENT ON COLUMN "public"."workspace_members"."receive_mentions" IS 'Whether they get a mail when somebody mentions them in a comment.';

COMMENT ON FUNCTION "private"."allow_comments"(bigint) IS 'Counts what one person says, changes and resolves: 30 a minute, 1,000 a day.';

COMMENT ON FUNCTION "private"."copy_comments"(bigint, bigint) IS 'What is open in a version goes along into one made from it, said by whom and when it was; what is resolved stays where it is. Nobody is told of it. Answers how many letters that are.';

COMMENT ON FUNCTION "private"."follow_document_path"() IS 'Threads know where their document lies, for when it is gone.';

COMMENT ON FUNCTION "private"."forget_in_comments"(bigint) IS 'Comments keep what was said to somebody, not who a deleted account was.';

COMMENT ON FUNCTION "private"."keep_mentions"(bigint) IS 'Keeps whom a comment mentions: members who see what is being written there, at most 20. Others'' names are only words. Whoever is new to it gets a mail, one a thread within ten minutes.';

COMMENT ON FUNCTION "private"."mail_mentions"(bigint, bigint) IS 'Mails somebody what of a thread mentions them and is neither read nor mailed, as one mail, at most 50 a day; nothing to who wants none, or may not read it any more. Answers whether one goes out.';

COMMENT ON FUNCTION "private"."mentioned_names"(text) IS 'The usernames that a text asks for.';

COMMENT ON FUNCTION "private"."open_thread"(bigint) IS 'A thread that the caller reads; 404 for any other. Whoever reads what is being written may say something about it.';

COMMENT ON FUNCTION "private"."own_comment"(bigint, text) IS 'A comment that the caller wrote, or may treat as theirs by a permission in the project; locked.';

COMMENT ON FUNCTION "private"."reads_live"(bigint, bigint) IS 'Whether somebody sees what is being written in a working copy: private.studio_access for another than the caller.';

COMMENT ON FUNCTION "private"."require_comment_text"(text) IS 'What somebody says, as it is kept; refuses nothing and what is too long.';

COMMENT ON FUNCTION "private"."said_before"(uuid) IS 'The caller''s comment of a key, where its first sending came through.';

COMMENT ON FUNCTION "private"."say"(public.comment_threads, text, uuid) IS 'Adds a comment to a thread that is locked, of at most 200.';

COMMENT ON FUNCTION "public"."branch_comments"(bigint) IS 'All threads of a working copy, at most 1,000, for who sees what is being written in it. A name that is null is that of a deleted account.';

COMMENT ON FUNCTION "public"."create_version"(bigint, text, bigint) IS 'Makes a version of a web project from the working copy of another one: with all that was typed there and the threads that are open, published by nobody yet.';

COMMENT ON FUNCTION "public"."delete_comment"(bigint) IS 'Takes back one''s own comment, or anybody''s for who administers the project; the last one takes its thread along.';

COMMENT ON FUNCTION "public"."edit_comment"(bigint, text) IS 'Says it otherwise: one''s own comments only. Whoever is mentioned for the first time is told.';

COMMENT ON FUNCTION "public"."export_account"() IS 'Everything kept about the caller: account, addresses, connected accounts (no tokens), sessions, memberships, the last 10,000 documents that they wrote in, their last 10,000 comments, and their last 10,000 entries in trails. jsonb: a document that people take along, and nothing reads its fields.';

COMMENT ON FUNCTION "public"."mentionable_people"(bigint, text) IS 'Up to eight others who see what is being written in a working copy, by a part of their name; of very many members those first by name.';

COMMENT ON FUNCTION "public"."place_comments"(uuid, integer, jsonb) IS 'Says where threads were found again in a document, [{id, anchor}]: after it began another epoch, or was made anew at the same path. For who may write it. Answers how many were elsewhere.';

COMMENT ON FUNCTION "public"."read_mentions"(bigint) IS 'The caller has read what mentions them in a thread: no mail tells of it any more.';

COMMENT ON FUNCTION "public"."reply_to_thread"(bigint, text, uuid) IS 'Says something in a thread, at most 200 times. p_key: sent again, it is the same comment.';

COMMENT ON FUNCTION "public"."resolve_thread"(bigint, boolean) IS 'Says that a thread is settled, or is not; whoever may say something in it.';

COMMENT ON FUNCTION "public"."start_comment"(uuid, jsonb, text, text, uuid) IS 'Begins a thread about a place of a document, at most 1,000 in a working copy. p_key: sent again, it is the same comment.';

COMMENT ON FUNCTION "public"."svc_unsubscribe"(text) IS 'Ends mails of one kind (daily_summary, mentions) by the link of one, without a session, as often as it is followed.';

COMMENT ON FUNCTION "public"."thread_comments"(bigint) IS 'What was said in a thread, at most 200 comments.';

COMMENT ON TABLE "private"."unsubscribe_tokens" IS 'The unsubscribe links of mails, by what they end: one a mail, good for a quarter of a year.';

COMMENT ON TABLE "public"."comment_mentions" IS 'Who is mentioned in a comment, by @ and the username.';

COMMENT ON TABLE "public"."comment_threads" IS 'Conversations about a place of a document, in the working copy of one branch.';

COMMENT ON TABLE "public"."comments" IS 'What people say in a thread, in Markdown.';

COMMENT ON TYPE "public"."comment_place" IS 'A comment and its thread.';

COMMENT ON TYPE "public"."comment_thread" IS 'A thread in a list: its place, who began it and with what, how many comments there are, whether the caller takes part or is mentioned, and in how many they have not read that.';

COMMENT ON TYPE "public"."mentionable_person" IS 'Somebody who can be mentioned.';

COMMENT ON TYPE "public"."thread_comment" IS 'A comment with who wrote it; a name that is null is that of a deleted account.';

REVOKE ALL ON FUNCTION "private"."allow_comments"(bigint) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."allow_comments"(bigint) TO "postgres";

REVOKE ALL ON FUNCTION "private"."copy_comments"(bigint, bigint) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."copy_comments"(bigint, bigint) TO "postgres";

REVOKE ALL ON FUNCTION "private"."follow_document_path"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."follow_document_path"() TO "postgres";

REVOKE ALL ON FUNCTION "private"."forget_in_comments"(bigint) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."forget_in_comments"(bigint) TO "postgres";

REVOKE ALL ON FUNCTION "private"."keep_mentions"(bigint) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."keep_mentions"(bigint) TO "postgres";

REVOKE ALL ON FUNCTION "private"."mail_mentions"(bigint, bigint) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."mail_mentions"(bigint, bigint) TO "postgres";

REVOKE ALL ON FUNCTION "private"."mentioned_names"(text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."mentioned_names"(text) TO "postgres";

REVOKE ALL ON FUNCTION "private"."open_thread"(bigint) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."open_thread"(bigint) TO "postgres";

REVOKE ALL ON FUNCTION "private"."own_comment"(bigint, text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."own_comment"(bigint, text) TO "postgres";

REVOKE ALL ON FUNCTION "private"."reads_live"(bigint, bigint) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."reads_live"(bigint, bigint) TO "postgres";

REVOKE ALL ON FUNCTION "private"."require_comment_text"(text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."require_comment_text"(text) TO "postgres";

REVOKE ALL ON FUNCTION "private"."said_before"(uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."said_before"(uuid) TO "postgres";

REVOKE ALL ON FUNCTION "private"."say"(public.comment_threads, text, uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."say"(public.comment_threads, text, uuid) TO "postgres";

REVOKE ALL ON FUNCTION "public"."branch_comments"(bigint) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."branch_comments"(bigint) TO "authenticated", "postgres";

REVOKE ALL ON FUNCTION "public"."delete_comment"(bigint) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."delete_comment"(bigint) TO "authenticated", "postgres";

REVOKE ALL ON FUNCTION "public"."edit_comment"(bigint, text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."edit_comment"(bigint, text) TO "authenticated", "postgres";

REVOKE ALL ON FUNCTION "public"."mentionable_people"(bigint, text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."mentionable_people"(bigint, text) TO "authenticated", "postgres";

REVOKE ALL ON FUNCTION "public"."place_comments"(uuid, integer, jsonb) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."place_comments"(uuid, integer, jsonb) TO "authenticated", "postgres";

REVOKE ALL ON FUNCTION "public"."read_mentions"(bigint) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."read_mentions"(bigint) TO "authenticated", "postgres";

REVOKE ALL ON FUNCTION "public"."reply_to_thread"(bigint, text, uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."reply_to_thread"(bigint, text, uuid) TO "authenticated", "postgres";

REVOKE ALL ON FUNCTION "public"."resolve_thread"(bigint, boolean) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."resolve_thread"(bigint, boolean) TO "authenticated", "postgres";

REVOKE ALL ON FUNCTION "public"."start_comment"(uuid, jsonb, text, text, uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."start_comment"(uuid, jsonb, text, text, uuid) TO "authenticated", "postgres";

REVOKE ALL ON FUNCTION "public"."thread_comments"(bigint) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."thread_comments"(bigint) TO "authenticated", "postgres";

GRANT SELECT ON TABLE "public"."comment_mentions" TO "authenticated";

GRANT DELETE, INSERT, MAINTAIN, REFERENCES, SELECT, TRIGGER, TRUNCATE, UPDATE ON TABLE "public"."comment_mentions" TO "postgres";

GRANT SELECT ON TABLE "public"."comment_threads" TO "authenticated";

GRANT DELETE, INSERT, MAINTAIN, REFERENCES, SELECT, TRIGGER, TRUNCATE, UPDATE ON TABLE "public"."comment_threads" TO "postgres";

GRANT SELECT ON TABLE "public"."comments" TO "authenticated";

GRANT DELETE, INSERT, MAINTAIN, REFERENCES, SELECT, TRIGGER, TRUNCATE, UPDATE ON TABLE "public"."comments" TO "postgres";

REVOKE ALL ("receive_mentions") ON TABLE "public"."workspace_members" FROM "authenticated";

GRANT SELECT ("receive_mentions"), UPDATE ("receive_mentions") ON TABLE "public"."workspace_members" TO "authenticated";

GRANT USAGE ON TYPE "public"."comment_place" TO "postgres";

GRANT USAGE ON TYPE "public"."comment_thread" TO "postgres";

GRANT USAGE ON TYPE "public"."mentionable_person" TO "postgres";

GRANT USAGE ON TYPE "public"."thread_comment" TO "postgres";

-- By hand

insert into private.reasons (reason, code, status, sentence, field) values
  ('anchor_invalid', 'VALIDATION_ERROR', 400, 'The place of a comment is an object of at most 4,000 characters; at most 200 are sent at once.', 'anchor'),
  ('comment_not_found', 'NOT_FOUND', 404, 'Comment not found.', null),
  ('comment_of_another', 'ACTION_PROHIBITED', 403, 'Only who wrote a comment can change or delete it.', null),
  ('comment_too_long', 'VALIDATION_ERROR', 400, 'A comment can have at most 10,000 characters.', 'text'),
  ('thread_full', 'CONFLICT', 409, 'There are {limit} comments in this thread already. Start another one.', null),
  ('too_many_comments', 'TOO_MANY_REQUESTS', 429, 'You said very much in a short time. Please try again in a moment.', null),
  ('too_many_mentions', 'VALIDATION_ERROR', 400, 'A comment can mention at most {limit} people.', 'text'),
  ('too_many_threads', 'CONFLICT', 409, 'There are {limit} threads in this working copy already. Delete some that are settled.', null);
