set local check_function_bodies = off;

DROP TRIGGER "announce_delete" ON "public"."comment_mentions";

DROP TRIGGER "announce_insert" ON "public"."comment_mentions";

DROP TRIGGER "announce_update" ON "public"."comment_mentions";

DROP TRIGGER "announce_delete" ON "public"."node_stars";

DROP TRIGGER "announce_insert" ON "public"."node_stars";

DROP TRIGGER "announce_update" ON "public"."node_stars";

DROP TRIGGER "announce_delete" ON "public"."project_pins";

DROP TRIGGER "announce_insert" ON "public"."project_pins";

DROP TRIGGER "announce_update" ON "public"."project_pins";

DROP FUNCTION "private"."announce_changes"(text, text, text, private.change[]);

-- By hand: renamed, which the differ takes for other columns. No table has this type.
ALTER TYPE "private"."project_query" RENAME ATTRIBUTE "visibilities" TO "readable_visibilities" CASCADE;
ALTER TYPE "private"."project_query" RENAME ATTRIBUTE "project_ids" TO "readable_project_ids" CASCADE;
ALTER TYPE "private"."project_query" RENAME ATTRIBUTE "group_ids" TO "readable_group_ids" CASCADE;
ALTER TYPE "private"."project_query" RENAME ATTRIBUTE "visibility" TO "wanted_visibilities" CASCADE;
ALTER TYPE "private"."project_query" RENAME ATTRIBUTE "flavor" TO "wanted_flavors" CASCADE;
ALTER TYPE "private"."project_query" RENAME ATTRIBUTE "group_id" TO "wanted_group_id" CASCADE;
ALTER TYPE "private"."project_query" RENAME ATTRIBUTE "without_group" TO "wants_without_group" CASCADE;

CREATE OR REPLACE FUNCTION private.add_uploads(job uuid, uploads jsonb, folder text)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  upload record;
  most_bytes constant bigint := private.most_import_bytes();
  size bigint;
  total bigint := 0;
begin
  for upload in select u ->> 'path' as path, u ->> 'object' as object from jsonb_array_elements(uploads) u loop
    size := null;
    if starts_with(upload.object, folder) then
      -- As Storage recorded it: what it did not measure is not read.
      select (o.metadata ->> 'size')::bigint into size
      from storage.objects o where o.bucket_id = 'uploads' and o.name = upload.object;
    end if;
    if size is null then
      perform private.problem('upload_not_found');
    end if;
    if private.is_project_path(upload.path) is not true then
      perform private.problem('import_path_invalid');
    end if;
    total := total + size;
    if total > most_bytes then
      perform private.problem('import_too_large');
    end if;
    insert into private.task_uploads (job_id, path, object) values (job, upload.path, upload.object);
  end loop;
end
$function$;

CREATE OR REPLACE FUNCTION private.announce_changes(relation text, operation text, person_event text, changes private.change[], to_people_only boolean DEFAULT false)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  most_topics constant integer := 100;
  many_projects constant boolean := (select count(distinct c.project_id) > most_topics from unnest(changes) c);
  many_people constant boolean := (select count(distinct c.person_id) > most_topics from unnest(changes) c);
begin
  if cardinality(changes) = 0 then
    return;
  end if;
  if to_people_only then
    null;
  elsif not many_projects then
    perform private.announce_to_workspaces(relation, operation, changes, true);
    perform private.announce_to_projects(relation, operation, changes);
  else
    -- Too many for a notice each: whoever is in their workspaces hears of all of them together.
    perform private.announce_to_workspaces(relation, operation, changes || array(
      select distinct row(p.workspace_id, null, null, null)::private.change
      from unnest(changes) c join public.projects p on p.id = c.project_id), false);
  end if;
  if not many_people then
    perform private.announce_to_people(relation, operation, person_event, changes);
  elsif not to_people_only then
    -- Too many for a notice each: full members hear it on the workspace's channel, guests, who do not hear that, by themselves.
    perform private.announce_to_people(relation, operation, person_event, array(
      select c from unnest(changes) c
      join public.workspace_members m on m.workspace_id = c.workspace_id and m.user_id = c.person_id and m.role = 'guest'));
    perform private.send_notice('workspace:' || heard.workspace_id, person_event, relation, operation, null)
    from (select distinct c.workspace_id from unnest(changes) c where c.workspace_id is not null) heard;
  end if;
exception when others then
  -- Whoever misses a notice sees the change a little later; the change itself must not fail for it.
  raise warning 'No notice of a change of %: %', relation, sqlerrm;
end
$function$;

CREATE OR REPLACE FUNCTION private.announce_comment_mentions()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.announce_changes(tg_table_name, tg_op, 'change', array(
    select row(p.workspace_id, null, c.user_id, null)::private.change
    from changed c left join public.comment_threads p on p.id = c.thread_id), to_people_only => true);
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION private.announce_node_stars()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.announce_changes(tg_table_name, tg_op, 'change', array(
    select row(p.workspace_id, null, c.user_id, null)::private.change
    from changed c left join public.nodes n on n.id = c.node_id left join public.projects p on p.id = n.project_id), to_people_only => true);
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION private.announce_project_pins()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.announce_changes(tg_table_name, tg_op, 'change', array(
    select row(p.workspace_id, null, c.user_id, null)::private.change
    from changed c left join public.projects p on p.id = c.project_id), to_people_only => true);
  return null;
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
    when 'project' then within_id is null and private.knows_project(topic_id)
    -- A session for one workspace hears of the account what concerns that workspace: user:{id}:{workspace}.
    when 'user' then case
      when within_id is null then topic_id = private.own_account_id()
      else topic_id = private.current_user_id() and within_id = (private.current_session()).only_workspace_id and private.reaches(within_id)
    end
  end, false);
end
$function$;

CREATE OR REPLACE FUNCTION private.most_import_bytes()
 RETURNS bigint
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select 50 * 1024 * 1024::bigint
$function$;

CREATE OR REPLACE FUNCTION private.most_import_files()
 RETURNS integer
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select 1000
$function$;

CREATE OR REPLACE FUNCTION private.note_ended_session()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  insert into private.ended_sessions (session_id, token_hash, reason)
  values (old.id, (
      select extensions.digest(t.token, 'sha256') from auth.refresh_tokens t
      where t.session_id = old.id and not t.revoked order by t.id desc limit 1),
    nullif(current_setting('waymark.ended', true), ''))
  on conflict do nothing;
  begin
    -- Open tabs renew their token at once, and find that they cannot; Realtime asks the policies again.
    -- Those of this person alone: everybody signs out now and then.
    -- One for a workspace alone hears user:{id}:{workspace}, and those that list the sessions hear user:{id}.
    perform private.send_notice(concat_ws(':', 'user', u.id, heard.workspace_id), 'access', 'sessions', 'DELETE', null, old.user_id)
    from public.users u
    cross join lateral (
      select null::bigint as workspace_id
      union
      select o.only_workspace_id from private.sessions o where o.session_id = old.id
    ) heard
    where u.auth_id = old.user_id;
  exception when others then
    raise warning 'No notice of an ended session: %', sqlerrm;
  end;
  return old;
end
$function$;

CREATE OR REPLACE FUNCTION private.project_items(shown public.projects[])
 RETURNS public.project_item[]
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  me constant bigint := private.current_user_id();
  -- Open projects alone are shown to who does not reach the workspace: who reads another one reaches it.
  reached constant bigint[] := array(select w.id from (select distinct s.workspace_id as id from unnest(shown) s) w where private.reaches(w.id));
begin
  -- What is the caller's, or a role's, is found once and not for each project.
  return array(
    with listed as materialized (
      select s.*, case when not s.is_open or s.workspace_id = any (reached) then private.effective_project_role(me, s.id) end as my_role
      from unnest(shown) with ordinality s
    ), roles as materialized (
      select p.role, array_agg(p.permission order by p.permission) as permissions
      from public.project_role_permissions p where p.role in (select l.my_role from listed l) group by p.role
    )
    select row(
      l.id, l.slug, l.name, l.description, l.icon_name, l.icon_color, l.flavor, l.type, l.visibility, l.updated_at,
      (select row(g.id, g.name, g.slug)::public.project_group from public.groups g where g.id = l.group_id and l.my_role is not null),
      (select private.person(pm.user_id) from public.project_members pm where pm.project_id = l.id and pm.role = 'owner' and l.my_role is not null),
      exists (select 1 from public.project_pins pp where pp.project_id = l.id and pp.user_id = me),
      l.my_role,
      coalesce((select r.permissions from roles r where r.role = l.my_role), '{}'),
      (
        select row(b.id, b.slug, b.name, b.article_count, b.schema_count, b.api_count, b.operation_count)::public.project_branch
        from public.branches b where b.id = l.default_branch_id))::public.project_item
    from listed l
    order by l.ordinality
  );
end
$function$;

CREATE OR REPLACE FUNCTION private.project_role_sources(user_id bigint, project_id bigint)
 RETURNS TABLE(source text, role public.project_role, highest public.project_role, given text, via_id bigint, via_name text)
 LANGUAGE sql
 STABLE
AS $function$
  select s.source, s.role, meaning.highest_role, s.own_role, s.via_id, s.via_name
  from public.projects p
  join public.workspace_members m
    on m.workspace_id = p.workspace_id and m.user_id = project_role_sources.user_id and m.is_active
  join public.workspace_role_project_roles meaning on meaning.workspace_role = m.role
  cross join lateral (
    select 'global' as source, 'workspace_global_admin'::public.project_role as role, null::text as own_role, null::bigint as via_id, null::text as via_name
    from public.workspace_role_permissions wp where wp.role = m.role::text and wp.permission = 'WorkspaceGlobalAdmin'
    union all
    select 'direct', case pm.role when 'inherit' then meaning.inherited_role else pm.role::text::public.project_role end, pm.role::text, null, null
    from public.project_members pm where pm.project_id = p.id and pm.user_id = m.user_id
    union all
    select 'team', pt.role::text::public.project_role, pt.role::text, t.id, t.name
    from public.team_members tm
    join public.project_teams pt on pt.team_id = tm.team_id and pt.project_id = p.id
    join public.teams t on t.id = tm.team_id
    where tm.user_id = m.user_id
    union all
    select 'group', 'admin', null, g.id, g.name
    from public.group_admins ga join public.groups g on g.id = ga.group_id
    where ga.group_id = p.group_id and ga.user_id = m.user_id
    union all
    select 'workspace', meaning.implied_role, p.visibility, null, null
    where p.visibility <> 'private' and meaning.implied_role is not null
  ) s
  where p.id = project_role_sources.project_id
$function$;

CREATE OR REPLACE FUNCTION private.projects_found(query private.project_query, way text)
 RETURNS SETOF public.projects
 LANGUAGE sql
 STABLE
AS $function$
  select p.* from public.projects p
  where p.workspace_id = query.workspace_id
    and case way
      when 'all' then p.is_open or p.visibility = any (query.readable_visibilities) or p.id = any (query.readable_project_ids) or p.group_id = any (query.readable_group_ids)
      when 'open' then p.is_open
      when 'given' then not p.is_open and (p.id = any (query.readable_project_ids) or p.group_id = any (query.readable_group_ids))
    end
    and (query.search is null or p.name ilike private.like_pattern(query.search))
    and (query.wanted_visibilities is null or p.visibility = any (query.wanted_visibilities))
    and (query.wanted_flavors is null or p.flavor = any (query.wanted_flavors))
    and (query.wanted_group_id is null or p.group_id = query.wanted_group_id)
    and (not query.wants_without_group or p.group_id is null)
    and (query.pinned_by is null or exists (
      select 1 from public.project_pins pp where pp.project_id = p.id and pp.user_id = query.pinned_by))
    and (query.slug is null or p.slug = query.slug)
$function$;

CREATE OR REPLACE FUNCTION private.projects_of_caller(workspace_id bigint)
 RETURNS private.project_query
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  mine private.project_query;
begin
  mine.workspace_id := projects_of_caller.workspace_id;
  mine.readable_visibilities := case when projects_of_caller.workspace_id in (select private.token_workspace_ids()) then array['private', 'internal', 'public']
    else array(select r.visibility from private.reach_by_role('project_read') r where r.workspace_id = projects_of_caller.workspace_id) end;
  mine.readable_project_ids := '{}';
  mine.readable_group_ids := '{}';
  if private.was_given_something() then
    mine.readable_project_ids := array(select private.project_ids_given('project_read'));
    mine.readable_group_ids := array(select private.group_ids_given('project_read'));
  end if;
  mine.wants_without_group := false;
  return mine;
end
$function$;

CREATE OR REPLACE FUNCTION private.queue_analysis(branch public.branches, uploads jsonb, event text)
 RETURNS uuid
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  host_id bigint;
  job uuid;
  most_files constant integer := private.most_import_files();
begin
  if jsonb_array_length(uploads) > most_files then
    perform private.problem('too_many_import_files', params => jsonb_build_object('limit', most_files));
  end if;
  select p.workspace_id into host_id from public.projects p where p.id = branch.project_id;
  insert into public.task_logs (task_id, workspace_id, project_id, branch_id, branch_ref, event, created_by)
  values ('analyze', host_id, branch.project_id, branch.id, 'refs/heads/' || branch.name, queue_analysis.event, private.current_user_id())
  returning job_id into job;
  perform private.add_uploads(job, uploads, host_id || '/' || private.current_auth_id() || '/');
  perform private.start_analysis_job(job, host_id, 'branch:' || branch.id);
  return job;
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
  most_bytes constant bigint := private.most_import_bytes();
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

CREATE OR REPLACE FUNCTION private.require_in_project(project_id bigint, permission text)
 RETURNS void
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if private.can_in_project(project_id, permission) then
    if private.is_writing(permission) then
      perform private.require_writable(project_id);
    end if;
    return;
  end if;
  if private.knows_project(project_id) then
    perform private.problem('not_allowed_in_project');
  end if;
  perform private.problem('project_not_found');
end
$function$;

CREATE OR REPLACE FUNCTION private.search_projects(workspace_id bigint, term text, rows integer)
 RETURNS public.search_place[]
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
 SET plan_cache_mode TO 'force_custom_plan'
AS $function$
declare
  query private.project_query := private.projects_of_caller(workspace_id);
  found public.search_place[];
begin
  query.search := term;
  found := array(
    select row(p.id, p.slug, p.name, p.icon_name, p.icon_color)::public.search_place
    from private.projects_found(query, 'all') p
    order by private.search_rank(p.name, term), p.name, p.id limit rows);
  if found = '{}' and length(term) > 3 then
    query.search := null;
    found := array(
      select row(p.id, p.slug, p.name, p.icon_name, p.icon_color)::public.search_place
      from private.projects_found(query, 'all') p
      where p.name operator(extensions.%) term
      order by extensions.similarity(p.name, term) desc, p.name, p.id limit rows);
  end if;
  return found;
end
$function$;

CREATE OR REPLACE FUNCTION private.send_notice(topic text, event text, relation text, operation text, ids bigint[], sub uuid DEFAULT NULL::uuid)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  most_a_transaction constant integer := 10;
  most_remembered constant integer := 4000;
  notice constant text := concat_ws(' ', topic, event, relation, operation);
  -- How often this transaction has sent which notice: a setting that ends with it.
  sent constant jsonb := coalesce(nullif(current_setting('waymark.notices_sent', true), ''), '{}');
  times constant integer := coalesce((sent ->> notice)::integer, 0) + 1;
  names_rows constant boolean := ids is not null and times < most_a_transaction;
begin
  if times > most_a_transaction then
    return;
  end if;
  if length(sent::text) < most_remembered then
    -- All notices of a transaction arrive at its end: after one that names no rows, another would say nothing new. So it is kept as the
    -- last of ten, and later ones are skipped.
    perform set_config('waymark.notices_sent',
      (sent || jsonb_build_object(notice, case when names_rows then times else most_a_transaction end))::text, true);
  end if;
  perform realtime.send(
    jsonb_build_object('table', relation, 'operation', operation, 'ids', case when names_rows then to_jsonb(ids) end)
      || case when sub is null then '{}' else jsonb_build_object('sub', sub) end,
    event, topic, true);
end
$function$;

CREATE OR REPLACE FUNCTION public.list_projects(p_workspace_id bigint, p_search text DEFAULT NULL::text, p_visibility text[] DEFAULT NULL::text[], p_flavor text[] DEFAULT NULL::text[], p_group_id bigint DEFAULT NULL::bigint, p_without_group boolean DEFAULT false, p_pinned boolean DEFAULT false, p_after text DEFAULT NULL::text, p_limit integer DEFAULT 50, p_total boolean DEFAULT false, p_order text DEFAULT 'name'::text, p_slug text DEFAULT NULL::text)
 RETURNS public.project_page
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  rows constant integer := private.page_size(p_limit, 50, 1000);
  by_time constant boolean := ltrim(p_order, '-') = 'updated_at';
  after record;
  query private.project_query;
  ways text[];
  way text;
  part record;
  shown public.projects[] := '{}';
  total bigint := case when p_total then 0 end;
begin
  if p_order in ('name', '-name', 'updated_at', '-updated_at') is not true then
    perform private.problem('order_of_projects_unknown');
  end if;
  select * into after from private.project_cursor_parts(p_after, p_order);

  query := private.projects_of_caller(p_workspace_id);

  -- What of it is asked for.
  query.search := nullif(btrim(p_search), '');
  query.wanted_visibilities := p_visibility;
  query.wanted_flavors := p_flavor;
  query.wanted_group_id := p_group_id;
  query.wants_without_group := p_without_group and p_group_id is null;
  -- Nobody is 0: so a visitor has no pins, and is not shown everything.
  query.pinned_by := case when p_pinned then coalesce(private.current_user_id(), 0) end;
  query.slug := p_slug;

  -- A role that opens some of the asked visibilities: one walk. Otherwise (a guest, a visitor): two index searches, so that three projects
  -- are not looked for among a hundred thousand. One row more than is shown tells whether another page follows.
  ways := case when query.readable_visibilities && coalesce(p_visibility, query.readable_visibilities) then array['all'] else array['open', 'given'] end;
  foreach way in array ways loop
    part := private.project_page(query, way, p_order, after.place, after.id, rows + 1, p_total);
    shown := shown || part.shown;
    -- Null, and so not counted, where the total was not asked for.
    total := total + part.total;
  end loop;
  if cardinality(ways) > 1 then
    shown := private.merge_projects(shown, p_order, rows + 1);
  end if;
  return row(
    private.project_items(shown[:rows]),
    case when cardinality(shown) > rows then
      private.project_cursor(p_order, case when by_time then shown[rows].updated_at::text else shown[rows].name end, shown[rows].id) end,
    total)::public.project_page;
end
$function$;

CREATE OR REPLACE FUNCTION public.project_details(p_project_id bigint)
 RETURNS public.project_details
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  shown public.projects;
  item public.project_item;
begin
  if not private.knows_project(p_project_id) then
    perform private.problem('project_not_found');
  end if;
  select * into shown from public.projects p where p.id = p_project_id;
  item := (private.project_items(array[shown]))[1];
  return row(
    item.*, case when private.can_in_project(p_project_id, 'project_members_add') then public.project_teams_list(p_project_id) end,
    exists (select 1 from public.workspace_default_style_guides d where d.project_id = p_project_id),
    array(
      select s.style_guide_project_id from public.project_style_guides s
      where s.project_id = p_project_id and private.can_in_project(s.style_guide_project_id, 'project_read')
      order by s.position, s.style_guide_project_id))::public.project_details;
end
$function$;

CREATE OR REPLACE FUNCTION public.project_workspace(p_project_id bigint)
 RETURNS jsonb
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select to_jsonb(row(w.id, w.name, w.slug, w.hide_powered_by and private.plan_holds(w.id, 'whitelabel'))::public.project_workspace)
  from public.projects p
  join public.workspaces w on w.id = p.workspace_id
  where p.id = p_project_id
    and private.knows_project(p.id)
$function$;

CREATE OR REPLACE FUNCTION public.svc_add_pushed_image(p_project_id bigint, p_token_hash text, p_branch_id bigint, p_path text, p_object text)
 RETURNS boolean
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  job uuid;
  most_bytes constant bigint := private.most_import_bytes();
  came_before boolean;
  left_to_come integer;
begin
  perform private.require_ci_token(p_project_id, p_token_hash);
  job := private.push_awaiting_images(p_project_id, p_branch_id);
  if job is null then
    -- Of the last one, whose answer did not arrive, there is nothing left to do.
    return exists (
      select 1 from private.task_uploads u join private.pushes p on p.job_id = u.job_id join public.task_logs t on t.job_id = u.job_id
      where t.project_id = p_project_id and t.branch_id = p_branch_id and t.status in ('queued', 'running') and p.awaited_images = 0 and u.path = p_path);
  end if;
  delete from private.task_uploads u where u.job_id = job and u.path = p_path;
  came_before := found;
  perform private.add_uploads(job, jsonb_build_array(jsonb_build_object('path', p_path, 'object', p_object)), private.push_folder(p_project_id));
  if (
    select sum((o.metadata ->> 'size')::bigint)
    from private.task_uploads u join storage.objects o on o.bucket_id = 'uploads' and o.name = u.object
    where u.job_id = job) > most_bytes
  then
    perform private.problem('import_too_large');
  end if;
  update private.pushes p set awaited_images = p.awaited_images - (not came_before)::integer where p.job_id = job returning p.awaited_images into left_to_come;
  perform private.start_analysis_job(job, t.workspace_id, 'branch:' || p_branch_id,
    case when left_to_come > 0 then now() + interval '10 minutes' end)
  from public.task_logs t where t.job_id = job;
  return true;
end
$function$;

CREATE OR REPLACE FUNCTION public.workspace_join_requests(p_workspace_id bigint, p_limit integer DEFAULT 500, p_offset integer DEFAULT 0)
 RETURNS SETOF public.join_request_item
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.require_in_workspace(p_workspace_id, 'WorkspaceMembersRead');
  return query
  select j.id, u.id, u.username, private.display_name(u), u.avatar_url, array(
      select row(e.email, e.is_primary)::public.join_request_email
      from public.emails e where e.user_id = u.id and e.confirmed_at is not null order by e.is_primary desc, e.email),
    j.created_at, j.is_denied
  from public.join_requests j join public.users u on u.id = j.user_id
  where j.workspace_id = p_workspace_id
  order by j.created_at desc, j.id desc
  limit least(greatest(p_limit, 1), 500) offset greatest(p_offset, 0);
end
$function$;

CREATE TRIGGER announce_delete AFTER DELETE ON public.comment_mentions REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION private.announce_comment_mentions();

CREATE TRIGGER announce_insert AFTER INSERT ON public.comment_mentions REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION private.announce_comment_mentions();

CREATE TRIGGER announce_update AFTER UPDATE ON public.comment_mentions REFERENCING OLD TABLE AS before NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION private.announce_comment_mentions();

CREATE TRIGGER announce_delete AFTER DELETE ON public.node_stars REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION private.announce_node_stars();

CREATE TRIGGER announce_insert AFTER INSERT ON public.node_stars REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION private.announce_node_stars();

CREATE TRIGGER announce_update AFTER UPDATE ON public.node_stars REFERENCING OLD TABLE AS before NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION private.announce_node_stars();

CREATE TRIGGER announce_delete AFTER DELETE ON public.project_pins REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION private.announce_project_pins();

CREATE TRIGGER announce_insert AFTER INSERT ON public.project_pins REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION private.announce_project_pins();

CREATE TRIGGER announce_update AFTER UPDATE ON public.project_pins REFERENCING OLD TABLE AS before NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION private.announce_project_pins();

COMMENT ON COLUMN "public"."workspace_members"."was_given" IS 'Whether this person was ever given a project, a team or a group by name, in whichever workspace. Kept by triggers; false lets policies skip looking.';

COMMENT ON FUNCTION "private"."announce_changes"(text, text, text, private.change[], boolean) IS 'Announces the rows that one statement changed to everybody concerned, in few notices however many rows those are. to_people_only: the workspace of a row says only which sessions of its person hear of it.';

COMMENT ON FUNCTION "private"."announce_comment_mentions"() IS 'Whoever is mentioned hears of it, also in sessions for the comment''s workspace alone.';

COMMENT ON FUNCTION "private"."announce_node_stars"() IS 'Whoever starred a node hears of it, also in sessions for its workspace alone.';

COMMENT ON FUNCTION "private"."announce_of_person"() IS 'A row of a person''s account, who alone hears of it: not in sessions for one workspace, which reach nothing of the account.';

COMMENT ON FUNCTION "private"."announce_project_pins"() IS 'Whoever pinned a project hears of it, also in sessions for its workspace alone.';

COMMENT ON FUNCTION "private"."ask_again"() IS 'A policy judges by what was true when its statement began. Whoever then waited for a row is asked again, once they have it: the arguments are what hangs on rights, the column with its id, and the permission (of deleting, where it is another one). Of a project this also refuses what the plan made read-only, which policies do not know.';

COMMENT ON FUNCTION "private"."can_in_project"(bigint, text) IS 'Whether the caller has a permission in one project: a person by the effective role, a workspace token what Workspace Projects: Read gives. An open project gives nobody a permission: who may know that it is there, private.knows_project says.';

COMMENT ON FUNCTION "private"."most_import_bytes"() IS 'The most that the files of one import, or of a working copy, may have together: maxImportBytes of _shared/domain/imports.ts, which a test compares.';

COMMENT ON FUNCTION "private"."most_import_files"() IS 'The most files of one import: maxImportFiles of _shared/domain/imports.ts, which a test compares.';

COMMENT ON FUNCTION "private"."projects_found"(private.project_query, text) IS 'What a list of projects holds. way: all = everything the caller may read, for somebody whose role opens the list; open and given = the same rows in two index searches, for somebody who reads few. Becomes part of the queries below, whose plans leave out what was not asked for.';

COMMENT ON FUNCTION "private"."reach_by_role"(text) IS 'Where the caller''s workspace role by itself gives a project permission: on all projects of a workspace that have this visibility. Only for permissions that grow with rank (all but project_leave: an owner may not leave).';

COMMENT ON TYPE "private"."project_query" IS 'A list of projects of a workspace. readable: what the caller reads there, projects of these visibilities by role, these projects and those of these groups by name. The others: what of it is asked for (null: all).';

REVOKE ALL ON FUNCTION "private"."announce_changes"(text, text, text, private.change[], boolean) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."announce_changes"(text, text, text, private.change[], boolean) TO "postgres";

REVOKE ALL ON FUNCTION "private"."announce_comment_mentions"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."announce_comment_mentions"() TO "postgres";

REVOKE ALL ON FUNCTION "private"."announce_node_stars"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."announce_node_stars"() TO "postgres";

REVOKE ALL ON FUNCTION "private"."announce_project_pins"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."announce_project_pins"() TO "postgres";

REVOKE ALL ON FUNCTION "private"."most_import_bytes"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."most_import_bytes"() TO "postgres";

REVOKE ALL ON FUNCTION "private"."most_import_files"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."most_import_files"() TO "postgres";
