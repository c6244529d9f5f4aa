set local check_function_bodies = off;

DROP FUNCTION "public"."svc_note_device_sign_in"(text, uuid, uuid, text);

ALTER TABLE "private"."proposal_reviewers" ADD COLUMN "asked_by" bigint;

ALTER TABLE "private"."proposal_threads" ADD COLUMN "is_hidden" boolean NOT NULL DEFAULT false;

CREATE OR REPLACE FUNCTION private.allow_governing(weight integer DEFAULT 1)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  caller constant bigint := private.current_user_id();
begin
  if caller is null then
    perform private.problem('sign_in_first');
  elsif private.throttle_hit('governing:' || caller, 1200, 60, weight) > 0
    or private.throttle_hit('governing-day:' || caller, 20000, 86400, weight) > 0 then
    perform private.problem('too_many_edits');
  end if;
end
$function$;

CREATE OR REPLACE FUNCTION private.change_style_guide(guide_id bigint, project_ids bigint[], is_enabled boolean)
 RETURNS public.bulk_answer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  results public.bulk_result[] := '{}';
  project bigint;
  extended bigint[];
  hint text;
  detail text;
begin
  perform private.allow_governing(20);
  if guide_id is null or not private.can_in_project(guide_id, 'project_read') then
    perform private.problem('style_guide_not_found', 'id');
  end if;
  perform private.require_few(cardinality(project_ids), 1, 'too_many_changes_at_once', 'project_ids');
  foreach project in array project_ids loop
    begin
      perform private.lock_project_with(project, 'project_contents_update');
      extended := array(
        select s.style_guide_project_id from public.project_style_guides s
        where s.project_id = project and private.can_in_project(s.style_guide_project_id, 'project_read')
        order by s.position, s.style_guide_project_id);
      if is_enabled <> (guide_id = any (extended)) then
        perform public.set_project_style_guides(
          project, case when is_enabled then extended || guide_id else array_remove(extended, guide_id) end);
      end if;
      results := results || private.bulk_success(to_jsonb(project));
    exception when others then
      get stacked diagnostics hint = pg_exception_hint, detail = pg_exception_detail;
      results := results || private.bulk_failure(to_jsonb(project), sqlstate, sqlerrm, hint, detail);
    end;
  end loop;
  return private.bulk_answer(results);
end
$function$;

CREATE OR REPLACE FUNCTION private.has_room_for_migration(job uuid)
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  -- By ranges of names, which the index on them serves.
  select count(*) < 20000 and coalesce(sum((o.metadata ->> 'size')::bigint), 0) < 2147483648
  from private.project_migrations m
  join lateral (
    select distinct f.workspace_id from private.project_migrations f where f.created_by = m.created_by
  ) place on true
  join storage.objects o on o.bucket_id = 'uploads' and o.name ~>=~ (place.workspace_id || '/migrate-') and o.name ~<~ (place.workspace_id || '/migrate.')
  join private.project_migrations own on own.created_by = m.created_by and own.job_id::text = substr(split_part(o.name, '/', 2), length('migrate-') + 1)
  where m.job_id = has_room_for_migration.job
$function$;

CREATE OR REPLACE FUNCTION private.is_hidden_thread(thread private.proposal_threads)
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select thread.is_hidden or exists (
    select 1 from private.proposal_nodes n where n.proposal_id = thread.proposal_id and n.uri = thread.node_uri and n.is_hidden)
$function$;

CREATE OR REPLACE FUNCTION private.keep_migrations_bounded()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  job constant uuid := (regexp_match(new.name, '^[0-9]+/migrate-([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})/'))[1];
begin
  if job is null then
    return new;
  end if;
  -- Of many at once each sees those before it.
  perform pg_advisory_xact_lock(hashtextextended('migrations of ' || m.created_by, 0)) from private.project_migrations m where m.job_id = job;
  if not private.has_room_for_migration(job) then
    raise exception using errcode = 'insufficient_privilege', message = 'new row violates row-level security policy for table "objects"';
  end if;
  return new;
end
$function$;

CREATE OR REPLACE FUNCTION private.last_pusher(branch_id bigint)
 RETURNS bigint
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select c.author_id from public.branches b join public.commits c on c.branch_id = b.id and c.sha = b.commit_hash where b.id = last_pusher.branch_id
$function$;

CREATE OR REPLACE FUNCTION private.live_approvals(proposal public.proposals)
 RETURNS SETOF bigint
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select r.user_id
  from private.proposal_reviews r join public.branches b on b.id = proposal.branch_id
  where r.proposal_id = proposal.id and r.is_newest and r.verdict = 'approved' and r.fallen_at is null and r.content_hash = b.content_hash
    and r.user_id is distinct from proposal.author_id and r.user_id is distinct from private.last_pusher(b.id)
    and private.reads_proposals(r.user_id, proposal.project_id)
$function$;

CREATE OR REPLACE FUNCTION private.open_proposal_thread(thread_id bigint)
 RETURNS private.proposal_threads
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  thread private.proposal_threads;
begin
  select t.* into thread from private.proposal_threads t
  where t.id = open_proposal_thread.thread_id and exists (
    select 1 from private.proposals_read() o
    where o.id = t.proposal_id and (not private.is_hidden_thread(t) or private.can_in_project(o.project_id, 'project_contents_update')));
  if thread.id is null then
    perform private.problem('comment_not_found');
  end if;
  -- One after the other, so that bounds hold and a key counts once.
  perform 1 from public.proposals o where o.id = thread.proposal_id for no key update;
  return thread;
end
$function$;

CREATE OR REPLACE FUNCTION private.proposal_shown(proposal public.proposals, me bigint)
 RETURNS json
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select json_build_object('id', proposal.id, 'title', proposal.title, 'description', proposal.description, 'status', proposal.status,
    'branch_id', proposal.branch_id, 'branch_name', proposal.branch_name, 'branch_slug', proposal.branch_slug,
    'baseline_branch_id', proposal.baseline_branch_id, 'baseline_name', proposal.baseline_name,
    'baseline_slug', (select b.slug from public.branches b where b.id = proposal.baseline_branch_id),
    'author', private.person(proposal.author_id), 'is_mine', coalesce(proposal.author_id = me, false),
    'created_at', proposal.created_at, 'updated_at', proposal.updated_at, 'ended_at', proposal.ended_at, 'ended_by', private.person(proposal.ended_by),
    'pull_request', proposal.pull_request,
    'pull_request_page', (
      select case when proposal.pull_request is not null then private.pull_request_page(i.kind, r.remote_url_http, proposal.pull_request)
        when proposal.status = 'open' then private.new_pull_request_page(i.kind, r.remote_url_http, proposal.branch_name, proposal.baseline_name) end
      from public.project_repositories r join public.workspace_integrations i on i.id = r.workspace_integration_id where r.project_id = proposal.project_id),
    'changelog', proposal.changelog, 'draft', coalesce(c.draft, ''),
    'content_hash', (select b.content_hash from public.branches b where b.id = proposal.branch_id),
    'comparison', private.proposal_comparison_state(proposal),
    'major', coalesce(c.major, 0), 'minor', coalesce(c.minor, 0), 'patch', coalesce(c.patch, 0), 'nodes', coalesce(c.nodes, 0),
    'compared_at', c.compared_at,
    'checks', (select coalesce(json_agg(k), '[]') from private.proposal_checks(proposal) k where proposal.status in ('open', 'merging')),
    'requirements', (select coalesce(json_agg(r), '[]') from private.proposal_requirements(proposal) r where proposal.status in ('open', 'merging')),
    'reviewers', (
      select coalesce(json_agg(json_build_object('user_id', r.user_id, 'team_id', r.team_id, 'is_required', r.is_required,
        'name', coalesce((private.person(r.user_id)).display_name, t.name), 'avatar_url', (private.person(r.user_id)).avatar_url,
        'reads', r.user_id is null or private.reads_proposals(r.user_id, proposal.project_id),
        'may_unask', private.reason_against_unasking(proposal, r) is null) order by r.id), '[]')
      from private.proposal_reviewers r left join public.teams t on t.id = r.team_id where r.proposal_id = proposal.id),
    'reviews', (
      select coalesce(json_agg(json_build_object('id', r.id, 'person', private.person(r.user_id), 'verdict', r.verdict, 'note', r.note, 'created_at', r.created_at,
        'fallen_at', r.fallen_at, 'is_mine', coalesce(r.user_id = me, false)) order by r.id), '[]')
      from private.proposal_reviews r where r.proposal_id = proposal.id and r.is_newest),
    'threads', (select count(*) from private.proposal_threads t where t.proposal_id = proposal.id and t.resolved_at is null))
  from (select 1) one left join private.proposal_comparisons c on c.proposal_id = proposal.id
$function$;

CREATE OR REPLACE FUNCTION private.reads_thread(user_id bigint, thread private.proposal_threads)
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select private.reads_proposals(reads_thread.user_id, o.project_id) and (not private.is_hidden_thread(thread) or exists (
    select 1 from public.project_role_permissions allowed
    where allowed.permission = 'project_contents_update' and allowed.role = private.effective_project_role(reads_thread.user_id, o.project_id)))
  from public.proposals o where o.id = thread.proposal_id
$function$;

CREATE OR REPLACE FUNCTION private.reason_against_unasking(proposal public.proposals, reviewer private.proposal_reviewers)
 RETURNS text
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select case when reviewer.is_required and proposal.author_id = private.current_user_id() and reviewer.asked_by is distinct from proposal.author_id
    then 'reviewer_asked_by_another' end
$function$;

CREATE OR REPLACE FUNCTION private.search_graph(workspace_id bigint, search text, project_ids bigint[], types text[], branch_slug text, rows integer, node_ids bigint[])
 RETURNS json
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  -- Of REST, which lets a stable function only read: it has search_nodes.
  if current_setting('transaction_read_only')::boolean then
    perform private.problem('search_is_counted');
  end if;
  perform private.count_search(workspace_id);
  return coalesce(to_json(private.search_nodes(
    row(workspace_id, private.search_text(coalesce(search, '')), branch_slug, types[:50], null,
      private.search_branches(workspace_id, branch_slug, project_ids[:1000]), node_ids)::private.search_query,
    private.page_size(rows, 20, 50))), '[]');
end
$function$;

CREATE OR REPLACE FUNCTION private.sees_team(team_id bigint)
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select exists (
    select 1 from public.teams t where t.id = sees_team.team_id and (
      t.workspace_id in (select private.workspace_ids_with('WorkspaceTeamsView')) or t.id in (select private.team_ids_with('team_view'))))
$function$;

CREATE OR REPLACE FUNCTION private.tell_of_proposal_comment(comment_id bigint)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  said private.proposal_comments;
  thread private.proposal_threads;
  proposal public.proposals;
  mentioned bigint[];
  most constant integer := 20;
begin
  select * into said from private.proposal_comments c where c.id = tell_of_proposal_comment.comment_id;
  select * into thread from private.proposal_threads t where t.id = said.thread_id;
  select * into proposal from public.proposals o where o.id = said.proposal_id;
  if (select count(*) from private.mentioned_names(said.text)) > most then
    perform private.problem('too_many_mentions', params => jsonb_build_object('limit', most));
  end if;
  with told as (
    insert into private.proposal_mentions (comment_id, user_id)
    select said.id, u.id
    from private.mentioned_names(said.text) name
    join public.users u on u.username = name
    join public.workspace_members m on m.workspace_id = proposal.workspace_id and m.user_id = u.id
    where u.id is distinct from said.author_id and private.reads_thread(u.id, thread)
    on conflict do nothing
    returning user_id)
  select array_agg(t.user_id) into mentioned from told t;
  perform private.mail_proposal(proposal.id, 'mentioned', mentioned, jsonb_build_object('said', left(said.text, 400)));
  if said.edited_at is null then
    -- Whoever takes part in the thread, and whose proposal it is, once: who is mentioned has been told.
    perform private.mail_proposal(proposal.id, 'commented', array(
      select distinct p.user_id from (
        select proposal.author_id as user_id
        union all
        select c.author_id from private.proposal_comments c where c.thread_id = said.thread_id) p
      where p.user_id is distinct from said.author_id and p.user_id <> all (coalesce(mentioned, '{}')) and private.reads_thread(p.user_id, thread)
      order by p.user_id limit 50), jsonb_build_object('said', left(said.text, 400)));
  end if;
end
$function$;

CREATE OR REPLACE FUNCTION public.ask_reviewer(p_proposal_id bigint, p_user_id bigint DEFAULT NULL::bigint, p_team_id bigint DEFAULT NULL::bigint, p_is_required boolean DEFAULT false)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  proposal constant public.proposals := private.require_own_proposal(p_proposal_id);
  me constant bigint := private.current_user_id();
  most constant integer := 50;
  asked private.proposal_reviewers;
begin
  perform private.allow_proposing();
  if proposal.status <> 'open' then
    perform private.problem('proposal_has_ended');
  elsif num_nonnulls(p_user_id, p_team_id) <> 1 then
    perform private.problem('required', 'user_id');
  elsif p_user_id = proposal.author_id then
    perform private.problem('proposal_is_own');
  elsif p_user_id is not null and not private.reads_proposals(p_user_id, proposal.project_id) then
    perform private.problem('reviewer_reads_not');
  elsif p_team_id is not null and not exists (
    select 1 from public.teams t where t.id = p_team_id and t.workspace_id = proposal.workspace_id and private.sees_team(t.id)) then
    perform private.problem('team_not_found');
  elsif (select count(*) from private.proposal_reviewers r where r.proposal_id = proposal.id) >= most then
    perform private.problem('too_many_reviewers', params => jsonb_build_object('limit', most));
  end if;
  select * into asked from private.proposal_reviewers r where r.proposal_id = proposal.id and (r.user_id = p_user_id or r.team_id = p_team_id);
  if asked.id is not null then
    if p_is_required is not true then
      perform private.require_nothing_against(private.reason_against_unasking(proposal, asked));
    end if;
    update private.proposal_reviewers r set is_required = coalesce(p_is_required, false),
      -- Whoever required it last; who proposes takes nothing over by that.
      asked_by = case when r.is_required and me = proposal.author_id then r.asked_by else me end
    where r.id = asked.id;
  else
    insert into private.proposal_reviewers (proposal_id, user_id, team_id, is_required, asked_by)
    values (proposal.id, p_user_id, p_team_id, coalesce(p_is_required, false), me);
    perform private.mail_proposal(proposal.id, 'review_requested', case when p_user_id is not null then array[p_user_id] else array(
      select m.user_id from public.team_members m where m.team_id = p_team_id and m.user_id is distinct from proposal.author_id order by m.user_id limit 50) end);
  end if;
  perform private.touch_proposal(proposal.id);
end
$function$;

CREATE OR REPLACE FUNCTION public.branch_problems(p_branch_id bigint, p_severities text[] DEFAULT NULL::text[], p_rule text DEFAULT NULL::text, p_uri text DEFAULT NULL::text, p_search text DEFAULT NULL::text, p_only text DEFAULT NULL::text, p_limit integer DEFAULT 50, p_offset integer DEFAULT 0)
 RETURNS json
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
 SET statement_timeout TO '5s'
AS $function$
declare
  most_rows constant integer := 1000;
  wanted constant text := lower(nullif(btrim(left(p_search, 200)), ''));
  lint public.branch_lints;
  base public.branches;
  branch public.branches;
  new_ids bigint[];
  answer public.branch_problems;
begin
  select b.* into branch from public.branches b where b.id = p_branch_id;
  if branch.id is null or not private.can_in_project(branch.project_id, 'project_contents_update') then
    return null;
  end if;
  select l.* into lint from public.branch_lints l where l.branch_id = branch.id;
  answer.state := private.lint_state(branch.id);
  answer.guide := lint.guide;
  answer.linted_at := lint.linted_at;
  answer.is_cut := coalesce(lint.is_cut, false);
  answer.units := coalesce(lint.units, 0);
  answer.errors := coalesce(lint.errors, 0);
  answer.warnings := coalesce(lint.warnings, 0);
  answer.infos := coalesce(lint.infos, 0);
  answer.hints := coalesce(lint.hints, 0);
  answer.waived := coalesce(lint.waived, 0);
  if not lint.is_failed then
    answer.score := private.lint_score(lint.units, lint.errors, lint.warnings, lint.infos + lint.hints);
  end if;
  -- The words of a guide are for who reads it.
  select coalesce(jsonb_agg(f.fault || jsonb_build_object('guide', f.name) order by f.place) filter (where f.is_shown), '[]'),
    count(*) filter (where not f.is_shown)
  into answer.faults, answer.hidden_faults
  from (
    -- Of a guide that is deleted nobody can say any more who read it.
    select e.fault, e.place, p.name,
      e.fault ->> 'guide_id' is null or p.id is not null and private.can_in_project(p.id, 'project_read') as is_shown
    from jsonb_array_elements(lint.faults) with ordinality e (fault, place)
    left join public.projects p on p.id = (e.fault ->> 'guide_id')::bigint
  ) f;
  select d.* into base from public.branches d where d.project_id = branch.project_id and d.is_default and d.id <> branch.id;
  if base.id is not null then
    answer.base_name := base.name;
    if answer.state = 'current' and private.lint_state(base.id) = 'current' then
      select coalesce(array_agg(d.finding_id), '{}'), count(*) filter (where d.severity = 'error'), count(*) filter (where d.severity = 'warn'),
        count(*) filter (where d.severity in ('info', 'hint'))
      into new_ids, answer.new_errors, answer.new_warnings, answer.new_others
      from private.findings_delta(base.id, branch.id) d where d.change = 'added';
    end if;
  end if;
  select coalesce(json_agg(row(c.rule, c.severity, c.violations - c.waived, c.waived)::public.branch_rule
    order by array_position('{error,warn,info,hint}'::text[], c.severity), c.violations - c.waived desc, c.rule), '[]')
  into answer.rules
  from private.finding_counts c where c.branch_id = branch.id;
  with found as (
    select f.*
    from public.findings f
    where f.branch_id = branch.id
      and (p_severities is null or f.severity = any (p_severities))
      and (p_rule is null or f.rule = p_rule)
      and (p_uri is null or f.node_uri = p_uri)
      and (wanted is null or position(wanted in lower(f.message)) > 0 or position(wanted in lower(f.file)) > 0
        or position(wanted in lower(f.pointer)) > 0 or position(wanted in lower(f.rule)) > 0)
      and case p_only when 'new' then f.id = any (new_ids) when 'waived' then f.waiver_id is not null when 'debt' then
        f.waiver_id is null and f.id <> all (new_ids) else f.waiver_id is null end
  )
  select (select count(*) from found), (
    select coalesce(json_agg(row(page.id, page.rule, page.severity, page.message, page.documentation_url, page.file, page.pointer, page.start_line,
      page.start_column, page.end_line, page.end_column, page.node_uri, n.slug, n.name, new_ids is not null and page.id = any (new_ids),
      w.id, w.reason, w.owner_id, private.display_name(u), w.expires_on)::public.branch_problem
      order by page.row_place), '[]')
    from (
      select f.*, row_number() over (order by array_position('{error,warn,info,hint}'::text[], f.severity), f.file, f.start_line, f.start_column, f.rule, f.id) as row_place
      from found f
      order by row_place
      limit private.page_size(p_limit, 50, most_rows) offset least(greatest(coalesce(p_offset, 0), 0), 20000)
    ) page
    left join public.branch_nodes n on n.branch_id = page.branch_id and n.uri = page.node_uri
    left join public.finding_waivers w on w.id = page.waiver_id
    left join public.users u on u.id = w.owner_id)
  into answer.total, answer.items;
  return to_json(answer);
end
$function$;

CREATE OR REPLACE FUNCTION public.create_proposal(p_branch_id bigint, p_title text, p_description text DEFAULT ''::text, p_baseline_branch_id bigint DEFAULT NULL::bigint)
 RETURNS bigint
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  branch constant public.branches := private.require_branch(p_branch_id, 'project_contents_update');
  baseline public.branches;
  project public.projects;
  made bigint;
  most constant integer := 200;
begin
  select * into project from public.projects p where p.id = branch.project_id;
  perform private.require_in_workspace(project.workspace_id, 'WorkspaceProjectsCreate');
  perform private.allow_proposing();
  -- The project is the lock: of two proposals of one branch the second sees the first, and the bound holds.
  perform private.lock_project_with(project.id, 'project_contents_update');
  select * into baseline from public.branches b
  where b.project_id = project.id and case when p_baseline_branch_id is null then b.is_default else b.id = p_baseline_branch_id end;
  if baseline.id is null then
    perform private.problem('branch_not_found', 'baseline_branch_id');
  elsif baseline.id = branch.id then
    perform private.problem('proposal_without_difference');
  elsif coalesce(btrim(p_title), '') = '' then
    perform private.problem('required', 'title');
  elsif exists (select 1 from public.proposals o where o.branch_id = branch.id and o.status in ('open', 'merging')) then
    perform private.problem('proposal_is_open');
  elsif (select count(*) from public.proposals o where o.project_id = project.id and o.status in ('open', 'merging')) >= most then
    perform private.problem('too_many_proposals', params => jsonb_build_object('limit', most));
  end if;
  insert into public.proposals (workspace_id, project_id, branch_id, branch_name, branch_slug, baseline_branch_id, baseline_name, title, description, author_id)
  values (project.workspace_id, project.id, branch.id, branch.name, branch.slug, baseline.id, baseline.name, btrim(p_title),
    coalesce(p_description, ''), private.current_user_id())
  returning id into made;
  -- What others require of the branch does not go by closing one proposal and making another.
  insert into private.proposal_reviewers (proposal_id, user_id, team_id, is_required, asked_by)
  select made, r.user_id, r.team_id, true, r.asked_by
  from private.proposal_reviewers r
  where r.is_required and r.asked_by is distinct from private.current_user_id() and r.user_id is distinct from private.current_user_id()
    and r.proposal_id = (
      select o.id from public.proposals o where o.branch_id = branch.id and o.id <> made and o.status = 'closed' order by o.id desc limit 1);
  perform private.queue_proposal_comparison(made);
  perform private.log_proposal(made, 'project.proposal.opened');
  return made;
end
$function$;

CREATE OR REPLACE FUNCTION public.delete_workspace(p_workspace_id bigint, p_name text DEFAULT NULL::text)
 RETURNS timestamp with time zone
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  host public.workspaces;
  reason text;
begin
  perform private.require_in_workspace(p_workspace_id, 'WorkspaceDelete');
  perform private.require_recent_proof();
  perform 1 from public.billing_accounts a where a.workspace_id = p_workspace_id for update;
  select * into host from public.workspaces w where w.id = p_workspace_id for no key update;
  perform private.require_in_workspace(p_workspace_id, 'WorkspaceDelete');
  if p_name <> host.name then
    perform private.problem('workspace_name_not_confirmed', 'name');
  end if;
  if host.delete_at is not null then
    return host.delete_at;
  end if;
  reason := private.reason_against_deleting(p_workspace_id);
  if reason is not null then
    perform private.problem(reason, params => jsonb_build_object('workspace', host.name));
  end if;
  update public.workspaces w set delete_at = now() + make_interval(days => private.days_to_deletion())
  where w.id = p_workspace_id returning * into host;
  perform private.log_activity(p_workspace_id, 'workspace.deletion.scheduled', jsonb_build_object('delete_at', host.delete_at));
  perform private.tell_of_deletion(p_workspace_id, 'scheduled', host.delete_at);
  return host.delete_at;
end
$function$;

CREATE OR REPLACE FUNCTION public.end_waiver(p_id bigint)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  waiver public.finding_waivers;
begin
  perform private.allow_governing(20);
  select w.* into waiver from public.finding_waivers w where w.id = p_id;
  if waiver.id is null or not private.knows_project(waiver.project_id) then
    perform private.problem('waiver_not_found');
  end if;
  perform private.lock_project_with(waiver.project_id, 'project_contents_update');
  delete from public.finding_waivers w where w.id = p_id returning * into waiver;
  if waiver.id is null then
    return;
  end if;
  perform private.log_waiver(waiver, 'project.waiver.deleted');
  perform private.lay_waivers(waiver.project_id);
end
$function$;

CREATE OR REPLACE FUNCTION public.pin_style_guide(p_project_id bigint, p_style_guide_id bigint, p_version text DEFAULT NULL::text)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  wanted bigint;
  was text;
begin
  perform private.allow_governing(20);
  perform private.lock_project_with(p_project_id, 'project_contents_update');
  if not private.can_in_project(p_style_guide_id, 'project_read') or not exists (
    select 1 from public.project_style_guides s where s.project_id = p_project_id and s.style_guide_project_id = p_style_guide_id
  ) then
    perform private.problem('style_guide_not_found', 'ssg_id');
  end if;
  if p_version is not null then
    select r.id into wanted from public.releases r
    where r.project_id = p_style_guide_id and r.version = p_version
      and r.branch_id = (select p.default_branch_id from public.projects p where p.id = p_style_guide_id)
      and exists (select 1 from private.release_rulesets f where f.release_id = r.id and f.is_root);
    if wanted is null then
      perform private.problem('style_guide_version_not_found', 'version');
    end if;
  end if;
  select r.version into was from public.project_style_guides s join public.releases r on r.id = s.release_id
  where s.project_id = p_project_id and s.style_guide_project_id = p_style_guide_id;
  if was is distinct from p_version then
    update public.project_style_guides s set release_id = wanted
    where s.project_id = p_project_id and s.style_guide_project_id = p_style_guide_id;
    perform private.log_activity(p.workspace_id, 'project.style_guides.updated', jsonb_build_object(
      'project_id', p.id, 'project', p.name, 'slug', p.slug, 'style_guide', g.name, 'changes', private.told_changes(
        jsonb_build_object('version', coalesce(was, 'newest')), jsonb_build_object('version', coalesce(p_version, 'newest')), array['version'])))
    from public.projects p, public.projects g where p.id = p_project_id and g.id = p_style_guide_id;
  end if;
end
$function$;

CREATE OR REPLACE FUNCTION public.proposal_discussion(p_proposal_id bigint)
 RETURNS json
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  proposal constant public.proposals := private.require_proposal(p_proposal_id);
  me constant bigint := private.current_user_id();
  edits constant boolean := private.can_in_project(proposal.project_id, 'project_contents_update');
begin
  return coalesce((
    select json_agg(json_build_object('id', t.id, 'node_uri', t.node_uri, 'node_name', t.node_name, 'pointer', t.pointer, 'quote', t.quote,
      'created_at', t.created_at, 'resolved_at', t.resolved_at, 'resolved_by', (private.person(t.resolved_by)).display_name,
      'comments', (
        select json_agg(json_build_object('id', c.id, 'author', private.person(c.author_id), 'text', c.text, 'created_at', c.created_at,
          'edited_at', c.edited_at, 'is_mine', coalesce(c.author_id = me, false)) order by c.id)
        from private.proposal_comments c where c.thread_id = t.id)) order by t.id)
    from private.proposal_threads t
    where t.proposal_id = proposal.id and (edits or not private.is_hidden_thread(t))), '[]');
end
$function$;

CREATE OR REPLACE FUNCTION public.proposal_impact(p_proposal_id bigint, p_limit integer DEFAULT 100, p_offset integer DEFAULT 0)
 RETURNS json
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
 SET statement_timeout TO '5s'
AS $function$
declare
  proposal constant public.proposals := private.require_proposal(p_proposal_id);
  slugs constant text[] := array(
    select p.slug from public.projects p where p.id = proposal.project_id
    union select s.slug from public.project_slugs s where s.project_id = proposal.project_id);
  most_changed constant integer := 500;
  most_found constant integer := 2000;
  edits constant boolean := private.can_in_project(proposal.project_id, 'project_contents_update');
  found public.broken_node[];
begin
  -- Each branch is asked once how the caller reads it, and each node once how near it is.
  with recursive changed as materialized (
    select n.uri, n.name, n.semver, n.position from private.proposal_nodes n
    where n.proposal_id = proposal.id and n.semver in ('major', 'minor') and n.operation <> 'added'
      and (edits or not n.is_hidden)
    order by n.position limit most_changed
  ),
  readers as materialized (
    select b.id as branch_id, b.project_id, b.slug as branch_slug, private.branch_reader(b.id) as reader
    from private.branches_read() b
    where b.id = proposal.baseline_branch_id
      or b.is_default and b.project_id <> proposal.project_id and exists (
        select 1 from private.outside_references r where r.workspace_id = proposal.workspace_id and r.project_slug = any (slugs) and r.branch_id = b.id)
  ),
  reached (changed_uri, branch_id, uri, steps, is_outside) as (
    select c.uri, r.branch_id, e.from_uri, 1, false
    from changed c
    join readers r on r.branch_id = proposal.baseline_branch_id
    join public.node_edges e on e.branch_id = r.branch_id and e.to_uri = c.uri and e.type = 'ref' and private.edge_is_shown(e.is_internal, r.reader)
    union
    select c.uri, r.branch_id, o.from_uri, 1, true
    from changed c
    join private.outside_references o on o.workspace_id = proposal.workspace_id and o.project_slug = any (slugs)
      -- What is within what changes, or has it within: a file with a model, an API with its operations.
      and (o.to_uri = c.uri or starts_with(o.to_uri, c.uri || '/') or starts_with(c.uri, o.to_uri || '/'))
    join readers r on r.branch_id = o.branch_id and r.project_id <> proposal.project_id and private.edge_is_shown(o.is_internal, r.reader)
    union
    select d.changed_uri, d.branch_id, e.from_uri, d.steps + 1, d.is_outside
    from reached d
    join readers r on r.branch_id = d.branch_id
    join public.node_edges e on e.branch_id = d.branch_id and e.to_uri = d.uri and e.type = 'ref' and private.edge_is_shown(e.is_internal, r.reader)
    where d.steps < 3
  ),
  nearest as (
    select d.changed_uri, d.branch_id, d.uri, min(d.steps) as steps, d.is_outside from reached d group by d.changed_uri, d.branch_id, d.uri, d.is_outside
  )
  -- Bounded by what is shown: what the caller does not see takes no place of it.
  select array_agg(f.node order by f.position, (f.node).is_outside desc, (f.node).steps, (f.node).project_name, (f.node).name)
  into found
  from (
    select c.position, row(c.uri, c.name, c.semver, p.id, p.slug, p.name, r.branch_slug, n.uri, n.name, n.type, n.slug, n.method, n.path, d.steps,
      d.is_outside)::public.broken_node as node
    from nearest d
    join changed c on c.uri = d.changed_uri
    join readers r on r.branch_id = d.branch_id
    join public.projects p on p.id = r.project_id
    join public.branch_nodes n on n.branch_id = d.branch_id and n.uri = d.uri
    where not (d.branch_id = proposal.baseline_branch_id and d.uri = d.changed_uri)
      and private.node_is_shown(n.type, n.is_internal, n.is_hidden and not (r.reader).edits, (r.reader).by_anyone, (r.reader).by_token, (r.reader).reads_internal)
    limit most_found
  ) f;
  return json_build_object(
    'total', coalesce(cardinality(found), 0),
    'is_all', coalesce(cardinality(found), 0) < most_found
      and (
        select count(*) from private.proposal_nodes n
        where n.proposal_id = proposal.id and n.semver in ('major', 'minor') and n.operation <> 'added' and (edits or not n.is_hidden)) <= most_changed,
    'projects', (select count(distinct f.project_id) from unnest(found) f),
    'items', coalesce((
      select json_agg(to_json(f) order by f.place) from (
        select * from unnest(found) with ordinality f (changed_uri, changed_name, semver, project_id, project_slug, project_name, branch_slug, uri, name, type,
          slug, method, path, steps, is_outside, place)
        order by f.place limit private.page_size(p_limit, 100, 200) offset greatest(coalesce(p_offset, 0), 0)) f), '[]'));
end
$function$;

CREATE OR REPLACE FUNCTION public.review_proposal(p_proposal_id bigint, p_verdict text, p_content_hash text, p_note text DEFAULT ''::text)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  proposal public.proposals := private.require_proposal(p_proposal_id);
  me constant bigint := private.current_user_id();
  content text;
begin
  perform private.allow_proposing();
  select * into proposal from public.proposals o where o.id = proposal.id for update;
  -- Locked as well: content that comes meanwhile lets the approval fall.
  select b.content_hash into content from public.branches b where b.id = proposal.branch_id for share;
  if proposal.status <> 'open' then
    perform private.problem('proposal_has_ended');
  elsif p_verdict is null or p_verdict not in ('approved', 'changes_requested') then
    perform private.problem('required', 'verdict');
  elsif proposal.author_id = me then
    perform private.problem('proposal_is_own');
  elsif p_verdict = 'approved' and private.last_pusher(proposal.branch_id) = me then
    perform private.problem('proposal_content_is_own');
  elsif content is null or content is distinct from p_content_hash then
    perform private.problem('proposal_has_moved');
  end if;
  update private.proposal_reviews r set is_newest = false where r.proposal_id = proposal.id and r.user_id = me and r.is_newest;
  insert into private.proposal_reviews (proposal_id, user_id, verdict, content_hash, note)
  values (proposal.id, me, p_verdict, content, coalesce(btrim(p_note), ''));
  perform private.mail_proposal(proposal.id, p_verdict, array[proposal.author_id], jsonb_build_object('said', nullif(btrim(p_note), '')));
  perform private.log_proposal(proposal.id, 'project.proposal.' || p_verdict);
  perform private.touch_proposal(proposal.id);
end
$function$;

CREATE OR REPLACE FUNCTION public.set_default_style_guide(p_project_id bigint, p_is_enabled boolean)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  guide public.projects;
  changed integer;
begin
  perform private.allow_governing(20);
  select * into guide from public.projects p where p.id = p_project_id;
  if guide.id is null or not private.can_in_project(guide.id, 'project_read') then
    perform private.problem('style_guide_not_found', 'project_id');
  end if;
  perform private.require_in_workspace(guide.workspace_id, 'WorkspaceDefaultStyleGuidesCreate');
  if p_is_enabled is null then
    perform private.problem('required', 'enabledForNewProjects');
  end if;
  -- One after the other, so that two of them do not pass the limit together.
  perform 1 from public.workspaces w where w.id = guide.workspace_id for no key update;
  if not p_is_enabled then
    delete from public.workspace_default_style_guides d where d.project_id = guide.id;
  else
    if guide.visibility = 'private' or not private.is_style_guide(guide) then
      perform private.problem('style_guide_not_found', 'project_id');
    end if;
    perform private.require_feature(guide.workspace_id, 'style_guides');
    if (select count(*) from public.workspace_default_style_guides d where d.workspace_id = guide.workspace_id and d.project_id <> guide.id) >= 50 then
      perform private.problem('too_many_style_guides', 'project_id');
    end if;
    insert into public.workspace_default_style_guides (workspace_id, project_id) values (guide.workspace_id, guide.id) on conflict do nothing;
  end if;
  get diagnostics changed = row_count;
  if changed > 0 then
    perform private.log_activity(guide.workspace_id,
      case when p_is_enabled then 'workspace.default_style_guide.added' else 'workspace.default_style_guide.removed' end,
      jsonb_build_object('project_id', guide.id, 'project', guide.name, 'slug', guide.slug));
  end if;
end
$function$;

CREATE OR REPLACE FUNCTION public.set_group_reviewers(p_group_id bigint, p_team_id bigint, p_approvals integer)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  host bigint;
  most constant integer := 20;
begin
  perform private.require_in_group(p_group_id, 'group_update');
  select g.workspace_id into host from public.groups g where g.id = p_group_id for no key update;
  if not exists (
    select 1 from public.teams t where t.id = p_team_id and t.workspace_id = host and (
      private.sees_team(t.id) or p_approvals = 0 and exists (
        select 1 from private.group_reviewers g where g.group_id = p_group_id and g.team_id = t.id))) then
    perform private.problem('team_not_found');
  elsif p_approvals is null or p_approvals not between 0 and 10 then
    perform private.problem('approvals_out_of_range');
  elsif p_approvals = 0 then
    delete from private.group_reviewers g where g.group_id = p_group_id and g.team_id = p_team_id;
  elsif (select count(*) from private.group_reviewers g where g.group_id = p_group_id and g.team_id <> p_team_id) >= most then
    perform private.problem('too_many_reviewers', params => jsonb_build_object('limit', most));
  else
    insert into private.group_reviewers as g (group_id, team_id, workspace_id, approvals) values (p_group_id, p_team_id, host, p_approvals)
    on conflict (group_id, team_id) do update set approvals = excluded.approvals;
  end if;
  perform private.log_activity(host, 'group.reviewers_set', jsonb_build_object('group_id', p_group_id,
    'group', (select g.name from public.groups g where g.id = p_group_id), 'team_id', p_team_id,
    'team', (select t.name from public.teams t where t.id = p_team_id), 'approvals', p_approvals));
end
$function$;

CREATE OR REPLACE FUNCTION public.set_project_style_guides(p_project_id bigint, p_style_guide_ids bigint[])
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  wanted constant bigint[] := coalesce(p_style_guide_ids, '{}');
  host_id bigint;
  kept bigint[];
  was jsonb;
  becomes jsonb;
begin
  perform private.allow_governing();
  perform private.lock_project_with(p_project_id, 'project_contents_update');
  was := private.style_guide_names(p_project_id);
  if cardinality(wanted) > 50 then
    perform private.problem('too_many_style_guides', 'extended_ssg_ids');
  end if;
  select p.workspace_id into host_id from public.projects p where p.id = p_project_id;
  -- What the caller does not read was not shown to them: it stays, behind what they name.
  kept := array(
    select s.style_guide_project_id from public.project_style_guides s
    where s.project_id = p_project_id and private.can_in_project(s.style_guide_project_id, 'project_read'));
  if exists (
    select 1 from unnest(kept) k (id)
    where k.id <> all (wanted) and private.reason_against_leaving_style_guide(host_id, k.id) is not null
  ) then
    perform private.problem('style_guides_kept', 'extended_ssg_ids');
  end if;
  if exists (
    select 1 from unnest(wanted) w (id)
    left join public.projects p on p.id = w.id and p.id <> p_project_id and p.workspace_id = host_id
    where p.id is null or not private.can_in_project(p.id, 'project_read') or p.id <> all (kept) and not private.is_style_guide(p)
  ) then
    perform private.problem('style_guide_not_found', 'extended_ssg_ids');
  end if;
  -- What is given up, or put in another order, needs no plan.
  if not wanted <@ kept then
    perform private.require_feature(host_id, 'style_guides');
  end if;
  delete from public.project_style_guides s
  where s.project_id = p_project_id and s.style_guide_project_id = any (kept) and s.style_guide_project_id <> all (wanted);
  update public.project_style_guides s set position = s.position + cardinality(wanted)
  where s.project_id = p_project_id and s.style_guide_project_id <> all (wanted);
  insert into public.project_style_guides as s (project_id, style_guide_project_id, workspace_id, position)
  select p_project_id, w.id, host_id, min(w.place) - 1
  from unnest(wanted) with ordinality w (id, place)
  group by w.id
  on conflict (project_id, style_guide_project_id) do update set position = excluded.position where s.position <> excluded.position;
  becomes := private.style_guide_names(p_project_id);
  if was <> becomes then
    perform private.log_activity(host_id, 'project.style_guides.updated', (
      select jsonb_build_object('project_id', p.id, 'project', p.name, 'slug', p.slug, 'changes', private.told_changes(
        jsonb_build_object('style_guides', was), jsonb_build_object('style_guides', becomes), array['style_guides']))
      from public.projects p where p.id = p_project_id));
  end if;
end
$function$;

CREATE OR REPLACE FUNCTION public.start_proposal_thread(p_proposal_id bigint, p_text text, p_key uuid DEFAULT NULL::uuid, p_node_uri text DEFAULT NULL::text, p_pointer text DEFAULT NULL::text, p_quote text DEFAULT ''::text)
 RETURNS bigint
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  proposal constant public.proposals := private.require_proposal(p_proposal_id);
  said constant text := private.require_comment_text(p_text);
  thread private.proposal_threads;
  node private.proposal_nodes;
  most constant integer := 300;
begin
  perform private.allow_comments(private.current_user_id());
  perform 1 from public.proposals o where o.id = proposal.id for no key update;
  select t.* into thread from private.proposal_comments c join private.proposal_threads t on t.id = c.thread_id
  where c.author_id = private.current_user_id() and c.key = p_key;
  if thread.id is not null then
    return thread.id;
  elsif (select count(*) from private.proposal_threads t where t.proposal_id = proposal.id) >= most then
    perform private.problem('too_many_threads', params => jsonb_build_object('limit', most));
  end if;
  if p_node_uri is not null then
    select * into node from private.proposal_nodes n where n.proposal_id = proposal.id and n.uri = p_node_uri
      and (not n.is_hidden or private.can_in_project(proposal.project_id, 'project_contents_update')) limit 1;
    if node.uri is null then
      perform private.problem('node_not_found');
    end if;
  end if;
  insert into private.proposal_threads (proposal_id, node_uri, node_name, pointer, quote, created_by, is_hidden)
  values (proposal.id, node.uri, left(node.name, 1000), case when node.uri is not null then left(p_pointer, 2000) end, left(coalesce(p_quote, ''), 1000),
    private.current_user_id(), coalesce(node.is_hidden, false))
  returning * into thread;
  perform private.say_of_proposal(thread, said, p_key);
  return thread.id;
end
$function$;

CREATE OR REPLACE FUNCTION public.svc_note_device_sign_in(p_device_code text, p_auth_id uuid, p_session_id uuid, p_client text, p_domain_workspace_id bigint DEFAULT NULL::bigint)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  request private.device_requests;
  opener private.session;
begin
  delete from private.device_requests r
  where r.device_hash = private.token_hash(p_device_code) and r.taken_at is not null and r.auth_id = p_auth_id
  returning * into request;
  opener := private.session_of(request.session_id, request.auth_id);
  if opener.id is null then
    perform private.problem('session_ended');
  end if;
  -- Whoever has the domain next is sent what the program renews its session with.
  if p_domain_workspace_id <> request.workspace_id then
    perform private.problem('custom_domain_none');
  end if;
  perform public.svc_note_sign_in(p_auth_id, p_session_id, 'code', 'Waymark-CLI/' || request.machine, p_client,
    p_only_workspace_id => request.workspace_id, p_is_at_domain => p_domain_workspace_id is not null);
  update private.sessions o
  set method = opener.method, integration_id = opener.integration_id, proven_at = '-infinity'
  where o.session_id = p_session_id;
  update auth.sessions s set not_after = now() + interval '30 days' where s.id = p_session_id;
end
$function$;

CREATE OR REPLACE FUNCTION public.unask_reviewer(p_proposal_id bigint, p_user_id bigint DEFAULT NULL::bigint, p_team_id bigint DEFAULT NULL::bigint)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  proposal constant public.proposals := private.require_own_proposal(p_proposal_id);
  asked private.proposal_reviewers;
begin
  perform private.allow_proposing();
  if proposal.status <> 'open' then
    perform private.problem('proposal_has_ended');
  end if;
  select * into asked from private.proposal_reviewers r where r.proposal_id = proposal.id and (r.user_id = p_user_id or r.team_id = p_team_id);
  perform private.require_nothing_against(private.reason_against_unasking(proposal, asked));
  delete from private.proposal_reviewers r where r.id = asked.id;
  perform private.touch_proposal(proposal.id);
end
$function$;

CREATE OR REPLACE FUNCTION public.update_waiver(p_id bigint, p_reason text, p_owner_id bigint, p_expires_on date)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  waiver public.finding_waivers;
begin
  perform private.allow_governing(20);
  select w.* into waiver from public.finding_waivers w where w.id = p_id;
  if waiver.id is null or not private.knows_project(waiver.project_id) then
    perform private.problem('waiver_not_found');
  end if;
  perform private.lock_project_with(waiver.project_id, 'project_contents_update');
  perform private.require_nothing_against(private.reason_against_waiver(waiver.project_id, p_reason, p_owner_id, p_expires_on));
  update public.finding_waivers w set reason = p_reason, owner_id = p_owner_id, expires_on = p_expires_on
  where w.id = p_id returning * into waiver;
  if waiver.id is null then
    perform private.problem('waiver_not_found');
  end if;
  perform private.log_waiver(waiver, 'project.waiver.updated');
  perform private.lay_waivers(waiver.project_id);
end
$function$;

CREATE OR REPLACE FUNCTION public.waive_finding(p_finding_id bigint, p_reason text, p_owner_id bigint, p_expires_on date)
 RETURNS bigint
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  most constant integer := 1000;
  finding public.findings;
  made public.finding_waivers;
begin
  perform private.allow_governing(20);
  select f.* into finding from public.findings f where f.id = p_finding_id;
  if finding.id is null or not private.knows_project(finding.project_id) then
    perform private.problem('finding_not_found');
  end if;
  perform private.lock_project_with(finding.project_id, 'project_contents_update');
  perform private.require_nothing_against(private.reason_against_waiver(finding.project_id, p_reason, p_owner_id, p_expires_on));
  if (select count(*) >= most from public.finding_waivers w where w.project_id = finding.project_id) then
    perform private.problem('too_many_waivers');
  end if;
  insert into public.finding_waivers as w (project_id, workspace_id, rule, anchor, place, node_uri, file, reason, owner_id, expires_on, created_by)
  values (finding.project_id, finding.workspace_id, finding.rule, finding.anchor, finding.place, finding.node_uri, finding.file, p_reason,
    p_owner_id, p_expires_on, private.current_user_id())
  -- One that is there, over or not, is made anew.
  on conflict (project_id, rule, md5(anchor || E'\n' || place)) do update set reason = excluded.reason, owner_id = excluded.owner_id,
    expires_on = excluded.expires_on, created_by = excluded.created_by, node_uri = excluded.node_uri, file = excluded.file
  returning * into made;
  perform private.log_waiver(made, 'project.waiver.created');
  perform private.lay_waivers(made.project_id);
  return made.id;
end
$function$;

ALTER TABLE "private"."proposal_reviewers" ADD CONSTRAINT "proposal_reviewers_asked_by_fkey" FOREIGN KEY (asked_by) REFERENCES public.users(id) ON DELETE SET NULL;

CREATE INDEX proposal_reviewers_asked_by_idx ON private.proposal_reviewers USING btree (asked_by);

CREATE TRIGGER keep_migrations_bounded BEFORE INSERT ON storage.objects FOR EACH ROW WHEN ((new.bucket_id = 'uploads'::text)) EXECUTE FUNCTION private.keep_migrations_bounded();

COMMENT ON COLUMN "private"."proposal_reviewers"."asked_by" IS 'Who asked, or has made them required since; null for a deleted account, and for who was asked before this was kept.';

COMMENT ON COLUMN "private"."proposal_threads"."is_hidden" IS 'Whether the node was hidden when it began: it stays for who may change the content, also once the node is compared no more.';

COMMENT ON FUNCTION "private"."allow_governing"(integer) IS 'Counts what one person has linted, or waived, anew: 1,200 projects a minute and 20,000 a day. What touches all branches of one weighs 20.';

COMMENT ON FUNCTION "private"."has_room_for_migration"(uuid) IS 'Whether fewer than 20,000 files and 2 GiB of who queued a migration wait to be imported, of all that they bring over: they lie on a disk that all share.';

COMMENT ON FUNCTION "private"."is_hidden_thread"(private.proposal_threads) IS 'Whether a thread is about a node that only those see who may change the content.';

COMMENT ON FUNCTION "private"."keep_migrations_bounded"() IS 'Refuses a file of a migration when it comes, where too much of who queued it waits; the worker asks before a version, and waits.';

COMMENT ON FUNCTION "private"."last_pusher"(bigint) IS 'Who brought the content that a branch has now; null where a script or a Git host did.';

COMMENT ON FUNCTION "private"."live_approvals"(public.proposals) IS 'Who has approved the content that a branch has now, has neither proposed nor brought it, and reads it still.';

COMMENT ON FUNCTION "private"."open_proposal_thread"(bigint) IS 'A thread that the caller reads, locked; 404 for any other.';

COMMENT ON FUNCTION "private"."reads_thread"(bigint, private.proposal_threads) IS 'Whether somebody reads a thread of a proposal.';

COMMENT ON FUNCTION "private"."reason_against_unasking"(public.proposals, private.proposal_reviewers) IS 'What speaks against the caller doing without a review: who proposes does not take back what another requires. Null for nothing.';

COMMENT ON FUNCTION "private"."sees_team"(bigint) IS 'Whether the caller may know of a team.';

COMMENT ON FUNCTION "public"."delete_workspace"(bigint, text) IS 'Schedules the deletion of a workspace, with a proof of the last ten minutes, and answers its date; once more changes nothing. A screen sends the name that was typed, which must be the workspace''s; a program names it by its id alone.';

COMMENT ON FUNCTION "public"."review_proposal"(bigint, text, text, text) IS 'Approves a proposal or requests changes, by the content that was looked at (p_content_hash); nobody reviews their own, and nobody approves content that they brought last.';

COMMENT ON FUNCTION "public"."set_group_reviewers"(bigint, bigint, integer) IS 'How many of a team that the caller sees must approve proposals in the projects of a group, at most 10; none by 0, of any that is asked there.';

COMMENT ON FUNCTION "public"."svc_note_device_sign_in"(text, uuid, uuid, text, bigint) IS 'Makes a session that of a program: as good as the one that allowed it where a workspace asks what opened it, for one workspace, for thirty days, and never a proof of who somebody is. p_domain_workspace_id: whose custom domain the program asks at; it ends with that.';

COMMENT ON FUNCTION "public"."unask_reviewer"(bigint, bigint, bigint) IS 'Asks a person or a team no more. Whom another requires, who proposes cannot do without.';

REVOKE ALL ON FUNCTION "private"."allow_governing"(integer) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."allow_governing"(integer) TO "postgres";

REVOKE ALL ON FUNCTION "private"."has_room_for_migration"(uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."has_room_for_migration"(uuid) TO "postgres";

REVOKE ALL ON FUNCTION "private"."is_hidden_thread"(private.proposal_threads) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."is_hidden_thread"(private.proposal_threads) TO "postgres";

REVOKE ALL ON FUNCTION "private"."keep_migrations_bounded"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."keep_migrations_bounded"() TO "postgres";

REVOKE ALL ON FUNCTION "private"."last_pusher"(bigint) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."last_pusher"(bigint) TO "postgres";

REVOKE ALL ON FUNCTION "private"."reads_thread"(bigint, private.proposal_threads) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."reads_thread"(bigint, private.proposal_threads) TO "postgres";

REVOKE ALL ON FUNCTION "private"."reason_against_unasking"(public.proposals, private.proposal_reviewers) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."reason_against_unasking"(public.proposals, private.proposal_reviewers) TO "postgres";

REVOKE ALL ON FUNCTION "private"."sees_team"(bigint) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."sees_team"(bigint) TO "postgres";

REVOKE ALL ON FUNCTION "public"."svc_note_device_sign_in"(text, uuid, uuid, text, bigint) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."svc_note_device_sign_in"(text, uuid, uuid, text, bigint) TO "postgres", "service_role";

insert into private.reasons (reason, code, status, sentence, field) values
  ('proposal_content_is_own', 'ACTION_PROHIBITED', 403, 'You brought the content that is proposed: somebody else approves it.', null),
  ('reviewer_asked_by_another', 'ACTION_PROHIBITED', 403, 'Somebody else requires this review: who proposes cannot do without it.', null),
  ('search_is_counted', 'VALIDATION_ERROR', 400, 'Searching is counted, which this way cannot do. Search by GraphQL, or with search_nodes.', null);

-- Threads about what is hidden by now: nobody else read them so far.
update private.proposal_threads t set is_hidden = true
where exists (select 1 from private.proposal_nodes n where n.proposal_id = t.proposal_id and n.uri = t.node_uri and n.is_hidden);
