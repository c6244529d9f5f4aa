set local check_function_bodies = off;

ALTER TABLE "public"."proposals" ADD COLUMN "pull_request" integer;

CREATE OR REPLACE FUNCTION private.apply_git_event(project public.projects, event jsonb)
 RETURNS public.webhook_deliveries
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  kind constant text := event ->> 'type';
  branch_name constant text := event ->> 'branch';
  -- Of what is merged where no branch can be, the rest is still shown.
  pull_request constant jsonb := case when private.is_git_branch(event #>> '{pull_request,target}')
    then event -> 'pull_request' else nullif(event -> 'pull_request', 'null') - 'target' end;
  tracked public.branches;
  may_track boolean;
  applied public.webhook_deliveries;
begin
  applied.outcome := 'ignored';
  if project.is_read_only then
    -- Its default branch is read anew once the plan holds it again.
    applied.reason := private.sentence('project_over_plan');
    return applied;
  end if;
  -- Renamed or moved: the id stays, so the project stays. Where it is now the host says when it is asked for that id; the names in
  -- the event only help to find it. Not every host tells of it in an event of its own; other names in another one tell as much.
  if kind = 'repository_changed' or not private.is_known_as(project.id, event ->> 'external_org_slug', event ->> 'external_slug') then
    perform graphile_worker.add_job('follow_repository', json_build_object(
        'project_id', project.id, 'org_slug', left(event ->> 'external_org_slug', 500), 'slug', left(event ->> 'external_slug', 255)),
      queue_name => 'hosts:' || project.workspace_id, job_key => 'follow_repository:' || project.id, max_attempts => 5);
    applied.outcome := 'queued';
  end if;
  if private.is_git_branch(branch_name) then
    if kind in ('pull_request_opened', 'pull_request_merged') then
      perform private.follow_pull_request(project.id, branch_name, kind, pull_request);
    end if;
    select * into tracked from public.branches b where b.project_id = project.id and b.slug = private.branch_slug(branch_name);
    may_track := private.may_track(project.id, branch_name);
    if kind = 'push' and may_track then
      applied.job_id := private.queue_git_analysis(project.id, branch_name, 'push', event ->> 'after', null);
    elsif kind = 'pull_request_opened' and may_track then
      applied.job_id := private.queue_git_analysis(project.id, branch_name, 'pullRequestOpened', event ->> 'after', pull_request);
    elsif kind = 'pull_request_merged' and may_track then
      applied.job_id := private.queue_git_analysis(project.id, branch_name, 'pullRequestMerged', null, pull_request);
    elsif kind = 'branch_deleted' and exists (select 1 from public.documents d where d.branch_id = tracked.id and d.changed) then
      -- What somebody wrote here stands nowhere else: the branch stays, and they can commit it to another.
      update public.branch_remotes r set status = 'gone', tip = null, behind = null, commits = '[]', paths = null, checked_at = now()
      where r.branch_id = tracked.id;
      applied.reason := private.sentence('branch_has_changes');
    elsif kind = 'branch_deleted' and tracked.id is not null and not tracked.is_default then
      applied.job_id := private.queue_branch_deletion(tracked, 'push');
    end if;
    applied.outcome := case when applied.job_id is null then applied.outcome else 'queued' end;
    -- Of what may be followed only their number keeps an analysis from being queued.
    if applied.job_id is null and may_track and applied.reason is null and kind in ('push', 'pull_request_opened', 'pull_request_merged') then
      applied.reason := private.sentence('too_many_branches_waiting');
    end if;
  end if;
  return applied;
end
$function$;

CREATE OR REPLACE FUNCTION private.daily_digest(day date)
 RETURNS TABLE(workspace_id bigint, user_id bigint, email text, changes jsonb)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  with span as (
    select daily_digest.day::timestamp at time zone 'utc' as begins, (daily_digest.day + 1)::timestamp at time zone 'utc' as ends
  ),
  -- Nodes that an import left as they were keep their date: these are the ones that changed.
  touched as (
    select b.project_id, b.name as branch, b.is_published,
      count(*) as total, count(*) filter (where n.created_at >= span.begins) as added,
      count(*) filter (where not n.is_internal) as open_total,
      count(*) filter (where not n.is_internal and n.created_at >= span.begins) as open_added
    from span
    join public.branches b on b.last_analyzed_at >= span.begins
    join public.branch_nodes n on n.branch_id = b.id and n.updated_at >= span.begins and n.updated_at < span.ends
    group by b.id
  ),
  news as (
    select p.id as project_id, 'created' as kind, null as branch, false as is_draft, 0 as total, 0 as added, 0 as open_total, 0 as open_added
    from span join public.projects p on p.created_at >= span.begins and p.created_at < span.ends
    union all
    select t.project_id, 'updated', t.branch, not t.is_published, t.total, t.added, t.open_total, t.open_added
    from touched t join public.projects p on p.id = t.project_id cross join span
    where p.created_at < span.begins
    union all
    -- By their title, where others have a branch.
    select n.project_id, n.kind, n.title, true, 0, 0, 0, 0 from private.proposal_news(daily_digest.day) n
  ),
  seen as (
    select m.workspace_id, m.user_id, p.id as project_id, p.name, p.slug, news.kind, news.branch,
      case when m.role = 'guest' then news.open_total else news.total end as total,
      case when m.role = 'guest' then news.open_added else news.added end as added
    from news
    join public.projects p on p.id = news.project_id
    join public.workspaces w on w.id = p.workspace_id and not private.is_locked(w)
    join public.workspace_members m on m.workspace_id = w.id and m.is_active and m.receive_daily_summary
      and (m.role <> 'guest' or w.guests_receive_daily_digest)
    cross join lateral (select private.effective_project_role(m.user_id, p.id) as role) mine
    where mine.role is not null and (mine.role > 'guest' or not news.is_draft)
      and (news.kind not in ('proposed', 'merged') or private.hears_of_proposals(m.user_id, p.id))
      and (news.kind in ('created', 'proposed', 'merged') or case when m.role = 'guest' then news.open_total else news.total end > 0)
  )
  select seen.workspace_id, seen.user_id, e.email, jsonb_agg(jsonb_strip_nulls(jsonb_build_object(
    'project_id', seen.project_id, 'project', seen.name, 'slug', seen.slug, 'kind', seen.kind, 'branch', seen.branch,
    'changes', nullif(seen.total, 0), 'minor', nullif(seen.added, 0))) order by seen.kind, seen.name, seen.branch)
  from seen
  join public.emails e on e.user_id = seen.user_id and e.is_primary
  group by seen.workspace_id, seen.user_id, e.email
$function$;

CREATE OR REPLACE FUNCTION private.follow_pull_request(project_id bigint, branch_name text, kind text, pull_request jsonb)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  proposal public.proposals;
begin
  select * into proposal from public.proposals o
  where o.project_id = follow_pull_request.project_id and o.status = 'open' and o.baseline_name = follow_pull_request.pull_request ->> 'target'
    -- Of a merge the host names the branch that it went into.
    and case when follow_pull_request.kind = 'pull_request_merged' then o.pull_request::text = follow_pull_request.pull_request ->> 'number'
      else o.branch_name = follow_pull_request.branch_name end
  order by o.id desc limit 1 for no key update;
  if proposal.id is null or coalesce(follow_pull_request.pull_request ->> 'number', '') !~ '^[0-9]{1,9}$' then
    return;
  end if;
  update public.proposals o set pull_request = (follow_pull_request.pull_request ->> 'number')::integer, updated_at = now() where o.id = proposal.id;
  if follow_pull_request.kind = 'pull_request_merged' then
    perform private.end_proposal(proposal.id, 'merged');
    perform private.mail_proposal(proposal.id, 'merged', private.people_of_proposal(proposal.id));
  end if;
end
$function$;

CREATE OR REPLACE FUNCTION private.hears_of_proposals(user_id bigint, project_id bigint)
 RETURNS boolean
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  return private.reads_proposals(hears_of_proposals.user_id, hears_of_proposals.project_id);
end
$function$;

CREATE OR REPLACE FUNCTION private.new_pull_request_page(kind text, remote text, branch text, target text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select case when branch ~ '^[ -~]+$' and target ~ '^[ -~]+$' then private.repository_page(kind, remote) || case
    when kind = 'github' then '/compare/' || private.url_part(target) || '...' || private.url_part(branch) || '?expand=1'
    when kind = 'gitlab' then '/-/merge_requests/new?merge_request%5Bsource_branch%5D=' || private.url_part(branch)
      || '&merge_request%5Btarget_branch%5D=' || private.url_part(target)
    when kind = 'bitbucket_cloud' then '/pull-requests/new?source=' || private.url_part(branch) || '&dest=' || private.url_part(target)
    else '/pullrequestcreate?sourceRef=' || private.url_part(branch) || '&targetRef=' || private.url_part(target) end end
$function$;

CREATE OR REPLACE FUNCTION private.proposal_news(day date)
 RETURNS TABLE(project_id bigint, kind text, title text)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  begins constant timestamptz := proposal_news.day::timestamp at time zone 'utc';
  ends constant timestamptz := (proposal_news.day + 1)::timestamp at time zone 'utc';
begin
  return query
  select o.project_id, case when o.status = 'merged' and o.ended_at >= begins and o.ended_at < ends then 'merged' else 'proposed' end, o.title
  from public.proposals o
  where o.created_at >= begins and o.created_at < ends and o.status <> 'closed'
    or o.status = 'merged' and o.ended_at >= begins and o.ended_at < ends;
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
        'reads', r.user_id is null or private.reads_proposals(r.user_id, proposal.project_id)) order by r.id), '[]')
      from private.proposal_reviewers r left join public.teams t on t.id = r.team_id where r.proposal_id = proposal.id),
    'reviews', (
      select coalesce(json_agg(json_build_object('id', r.id, 'person', private.person(r.user_id), 'verdict', r.verdict, 'note', r.note, 'created_at', r.created_at,
        'fallen_at', r.fallen_at, 'is_mine', coalesce(r.user_id = me, false)) order by r.id), '[]')
      from private.proposal_reviews r where r.proposal_id = proposal.id and r.is_newest),
    'threads', (select count(*) from private.proposal_threads t where t.proposal_id = proposal.id and t.resolved_at is null))
  from (select 1) one left join private.proposal_comparisons c on c.proposal_id = proposal.id
$function$;

CREATE OR REPLACE FUNCTION private.pull_request_page(kind text, remote text, number integer)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select private.repository_page(kind, remote) || case
    when kind = 'github' then '/pull/'
    when kind = 'gitlab' then '/-/merge_requests/'
    when kind = 'bitbucket_cloud' then '/pull-requests/'
    else '/pullrequest/' end || number
$function$;

CREATE OR REPLACE FUNCTION private.queue_proposal_report()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if new.status in ('open', 'merged', 'closed') and exists (
    select 1 from public.project_repositories r where r.project_id = new.project_id and r.commit_statuses and r.workspace_integration_id is not null) then
    -- What follows within seconds is told together.
    perform graphile_worker.add_job('report_proposal', json_build_object('proposal_id', new.id),
      queue_name => 'hosts:' || new.workspace_id, job_key => 'report_proposal:' || new.id, run_at => now() + interval '5 seconds', max_attempts => 5);
  end if;
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION private.repository_page(kind text, remote text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select case when kind in ('github', 'gitlab', 'bitbucket_cloud', 'azure_devops_server', 'azure_devops_services')
    then regexp_replace(remote, '(\.git)?/?$', '') end
$function$;

CREATE OR REPLACE FUNCTION private.url_part(value text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select string_agg(case when c.byte ~ '^[A-Za-z0-9._~-]$' then c.byte else '%' || upper(encode(convert_to(c.byte, 'utf8'), 'hex')) end, '' order by c.place)
  from regexp_split_to_table(value, '') with ordinality c (byte, place)
  where octet_length(c.byte) = 1
$function$;

CREATE OR REPLACE FUNCTION public.proposal_lint(p_proposal_id bigint)
 RETURNS json
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  proposal constant public.proposals := private.require_proposal(p_proposal_id);
  most constant integer := 200;
begin
  -- Findings are for who changes the content.
  if not private.can_in_project(proposal.project_id, 'project_contents_update') or proposal.branch_id is null or proposal.baseline_branch_id is null then
    return null;
  end if;
  return (
    with delta as materialized (
      select d.*, row_number() over () as place from private.findings_delta(proposal.baseline_branch_id, proposal.branch_id) d)
    select json_build_object(
      'state', case when private.lint_state(proposal.branch_id) <> 'current' then private.lint_state(proposal.branch_id)
        else private.lint_state(proposal.baseline_branch_id) end,
      'added', count(*) filter (where d.change = 'added'), 'removed', count(*) filter (where d.change = 'removed'),
      'items', coalesce((select json_agg(to_json(i) order by i.place) from (
        select o.change, o.rule, o.severity, o.message, o.file, o.line, o.place from delta o order by o.place limit most) i), '[]'))
    from delta d);
end
$function$;

ALTER TABLE "public"."proposals" ADD CONSTRAINT "check_proposals_pull_request" CHECK ((pull_request > 0));

CREATE TRIGGER report_proposal AFTER INSERT OR UPDATE ON public.proposals FOR EACH ROW EXECUTE FUNCTION private.queue_proposal_report();

COMMENT ON COLUMN "public"."proposals"."pull_request" IS 'The number of its pull request at the Git host, once that told of one.';

COMMENT ON FUNCTION "private"."follow_pull_request"(bigint, text, text, jsonb) IS 'What a Git host tells of a pull request concerns the proposal of the same two branches: it leads there, and is merged with it.';

COMMENT ON FUNCTION "private"."hears_of_proposals"(bigint, bigint) IS 'private.reads_proposals, whose chapter comes later.';

COMMENT ON FUNCTION "private"."new_pull_request_page"(text, text, text, text) IS 'Where a pull request of a branch is begun at its Git host.';

COMMENT ON FUNCTION "private"."proposal_news"(date) IS 'Proposals that were opened or merged on a day (UTC).';

COMMENT ON FUNCTION "private"."pull_request_page"(text, text, integer) IS 'The page of a pull request at its Git host.';

COMMENT ON FUNCTION "private"."queue_proposal_report"() IS 'The Git host hears where a proposal stands, by a status of the commit.';

COMMENT ON FUNCTION "private"."repository_page"(text, text) IS 'The page of a repository at its Git host; null where that is not known by its address.';

COMMENT ON FUNCTION "private"."url_part"(text) IS 'A text within an address. What is no ASCII is left out: names of branches that have it are shown, not linked.';

COMMENT ON FUNCTION "public"."proposal_lint"(bigint) IS 'Which violations of the rules a proposal brings and which it takes away, 200 at most, for who changes the content; null for others.';

REVOKE ALL ON FUNCTION "private"."follow_pull_request"(bigint, text, text, jsonb) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."follow_pull_request"(bigint, text, text, jsonb) TO "postgres";

REVOKE ALL ON FUNCTION "private"."hears_of_proposals"(bigint, bigint) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."hears_of_proposals"(bigint, bigint) TO "postgres";

REVOKE ALL ON FUNCTION "private"."new_pull_request_page"(text, text, text, text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."new_pull_request_page"(text, text, text, text) TO "postgres";

REVOKE ALL ON FUNCTION "private"."proposal_news"(date) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."proposal_news"(date) TO "postgres";

REVOKE ALL ON FUNCTION "private"."pull_request_page"(text, text, integer) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."pull_request_page"(text, text, integer) TO "postgres";

REVOKE ALL ON FUNCTION "private"."queue_proposal_report"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."queue_proposal_report"() TO "postgres";

REVOKE ALL ON FUNCTION "private"."repository_page"(text, text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."repository_page"(text, text) TO "postgres";

REVOKE ALL ON FUNCTION "private"."url_part"(text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."url_part"(text) TO "postgres";

REVOKE ALL ON FUNCTION "public"."proposal_lint"(bigint) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."proposal_lint"(bigint) TO "authenticated", "postgres";
