set local check_function_bodies = off;

CREATE TABLE "private"."group_reviewers" ("group_id" bigint NOT NULL, "team_id" bigint NOT NULL, "workspace_id" bigint NOT NULL, "approvals" integer NOT NULL DEFAULT 1, "created_at" timestamp with time zone NOT NULL DEFAULT now(), CONSTRAINT "check_group_reviewers_approvals" CHECK (((approvals >= 1) AND (approvals <= 10))), CONSTRAINT "group_reviewers_pkey" PRIMARY KEY (group_id, team_id));

ALTER TABLE "private"."group_reviewers" ENABLE ROW LEVEL SECURITY;

CREATE TABLE "private"."outside_references" ("branch_id" bigint NOT NULL, "workspace_id" bigint NOT NULL, "from_uri" text NOT NULL, "project_slug" text NOT NULL, "to_uri" text NOT NULL, "is_internal" boolean NOT NULL DEFAULT true);

ALTER TABLE "private"."outside_references" ENABLE ROW LEVEL SECURITY;

CREATE TABLE "private"."proposal_comments" ("id" bigint GENERATED ALWAYS AS IDENTITY NOT NULL, "thread_id" bigint NOT NULL, "proposal_id" bigint NOT NULL, "author_id" bigint, "key" uuid NOT NULL, "text" text NOT NULL, "created_at" timestamp with time zone NOT NULL DEFAULT now(), "edited_at" timestamp with time zone, CONSTRAINT "proposal_comments_pkey" PRIMARY KEY (id), CONSTRAINT "proposal_comments_text_check" CHECK (((length(text) >= 1) AND (length(text) <= 10000))));

ALTER TABLE "private"."proposal_comments" ENABLE ROW LEVEL SECURITY;

CREATE TABLE "private"."proposal_comparisons" ("proposal_id" bigint NOT NULL, "content_hash" text NOT NULL, "baseline_content_hash" text NOT NULL, "is_known" boolean NOT NULL, "major" integer NOT NULL DEFAULT 0, "minor" integer NOT NULL DEFAULT 0, "patch" integer NOT NULL DEFAULT 0, "nodes" integer NOT NULL DEFAULT 0, "draft" text NOT NULL DEFAULT ''::text, "compared_at" timestamp with time zone NOT NULL DEFAULT now(), CONSTRAINT "proposal_comparisons_draft_check" CHECK ((length(draft) <= 10000)), CONSTRAINT "proposal_comparisons_pkey" PRIMARY KEY (proposal_id));

ALTER TABLE "private"."proposal_comparisons" ENABLE ROW LEVEL SECURITY;

CREATE TABLE "private"."proposal_mentions" ("comment_id" bigint NOT NULL, "user_id" bigint NOT NULL, CONSTRAINT "proposal_mentions_pkey" PRIMARY KEY (comment_id, user_id));

ALTER TABLE "private"."proposal_mentions" ENABLE ROW LEVEL SECURITY;

CREATE TABLE "private"."proposal_nodes" ("proposal_id" bigint NOT NULL, "position" integer NOT NULL, "uri" text NOT NULL, "type" text NOT NULL, "name" text NOT NULL DEFAULT ''::text, "is_hidden" boolean NOT NULL DEFAULT false, "operation" text NOT NULL, "semver" text NOT NULL, "change_count" integer NOT NULL, "changes" jsonb NOT NULL, "path" text, CONSTRAINT "proposal_nodes_changes_check" CHECK ((jsonb_typeof(changes) = 'array'::text)), CONSTRAINT "proposal_nodes_operation_check" CHECK ((operation = ANY (ARRAY['added'::text, 'removed'::text, 'updated'::text]))), CONSTRAINT "proposal_nodes_pkey" PRIMARY KEY (proposal_id, "position"), CONSTRAINT "proposal_nodes_semver_check" CHECK ((semver = ANY (ARRAY['major'::text, 'minor'::text, 'patch'::text]))));

ALTER TABLE "private"."proposal_nodes" ENABLE ROW LEVEL SECURITY;

CREATE TABLE "private"."proposal_reviewers" ("id" bigint GENERATED ALWAYS AS IDENTITY NOT NULL, "proposal_id" bigint NOT NULL, "user_id" bigint, "team_id" bigint, "is_required" boolean NOT NULL DEFAULT false, "created_at" timestamp with time zone NOT NULL DEFAULT now(), CONSTRAINT "proposal_reviewers_check" CHECK ((num_nonnulls(user_id, team_id) = 1)), CONSTRAINT "proposal_reviewers_pkey" PRIMARY KEY (id), CONSTRAINT "proposal_reviewers_proposal_id_team_id_key" UNIQUE (proposal_id, team_id), CONSTRAINT "proposal_reviewers_proposal_id_user_id_key" UNIQUE (proposal_id, user_id));

ALTER TABLE "private"."proposal_reviewers" ENABLE ROW LEVEL SECURITY;

CREATE TABLE "private"."proposal_reviews" ("id" bigint GENERATED ALWAYS AS IDENTITY NOT NULL, "proposal_id" bigint NOT NULL, "user_id" bigint, "verdict" text NOT NULL, "content_hash" text NOT NULL, "note" text NOT NULL DEFAULT ''::text, "created_at" timestamp with time zone NOT NULL DEFAULT now(), "is_newest" boolean NOT NULL DEFAULT true, "fallen_at" timestamp with time zone, CONSTRAINT "check_proposal_reviews_note" CHECK ((length(note) <= 2000)), CONSTRAINT "proposal_reviews_pkey" PRIMARY KEY (id), CONSTRAINT "proposal_reviews_verdict_check" CHECK ((verdict = ANY (ARRAY['approved'::text, 'changes_requested'::text]))));

ALTER TABLE "private"."proposal_reviews" ENABLE ROW LEVEL SECURITY;

CREATE TABLE "private"."proposal_threads" ("id" bigint GENERATED ALWAYS AS IDENTITY NOT NULL, "proposal_id" bigint NOT NULL, "node_uri" text, "node_name" text, "pointer" text, "quote" text NOT NULL DEFAULT ''::text, "created_by" bigint, "created_at" timestamp with time zone NOT NULL DEFAULT now(), "resolved_at" timestamp with time zone, "resolved_by" bigint, CONSTRAINT "proposal_threads_node_name_check" CHECK ((length(node_name) <= 1000)), CONSTRAINT "proposal_threads_node_uri_check" CHECK (((octet_length(node_uri) >= 1) AND (octet_length(node_uri) <= 2000))), CONSTRAINT "proposal_threads_pkey" PRIMARY KEY (id), CONSTRAINT "proposal_threads_pointer_check" CHECK ((length(pointer) <= 2000)), CONSTRAINT "proposal_threads_quote_check" CHECK ((length(quote) <= 1000)));

ALTER TABLE "private"."proposal_threads" ENABLE ROW LEVEL SECURITY;

CREATE TABLE "public"."proposals" ("id" bigint GENERATED ALWAYS AS IDENTITY NOT NULL, "workspace_id" bigint NOT NULL, "project_id" bigint NOT NULL, "branch_id" bigint, "branch_name" text NOT NULL, "branch_slug" text NOT NULL, "baseline_branch_id" bigint, "baseline_name" text NOT NULL, "title" text NOT NULL, "description" text NOT NULL DEFAULT ''::text, "changelog" text, "status" text NOT NULL DEFAULT 'open'::text, "author_id" bigint, "created_at" timestamp with time zone NOT NULL DEFAULT now(), "updated_at" timestamp with time zone NOT NULL DEFAULT now(), "ended_at" timestamp with time zone, "ended_by" bigint, CONSTRAINT "check_proposals_branches" CHECK ((branch_id <> baseline_branch_id)), CONSTRAINT "check_proposals_changelog" CHECK ((length(changelog) <= 10000)), CONSTRAINT "check_proposals_description" CHECK ((length(description) <= 20000)), CONSTRAINT "check_proposals_status" CHECK ((status = ANY (ARRAY['open'::text, 'merging'::text, 'merged'::text, 'closed'::text]))), CONSTRAINT "check_proposals_title" CHECK (((length(btrim(title)) >= 1) AND (length(btrim(title)) <= 200))), CONSTRAINT "proposals_pkey" PRIMARY KEY (id));

ALTER TABLE "public"."proposals" ENABLE ROW LEVEL SECURITY;

CREATE TYPE "private"."proposal_check" AS ("name" text, "state" text, "sentence" text);

CREATE TYPE "public"."broken_node" AS ("changed_uri" text, "changed_name" text, "semver" text, "project_id" bigint, "project_slug" text, "project_name" text, "branch_slug" text, "uri" text, "name" text, "type" text, "slug" text, "method" text, "path" text, "steps" integer, "is_outside" boolean);

CREATE TYPE "public"."group_reviewing_team" AS ("team_id" bigint, "name" text, "approvals" integer);

CREATE OR REPLACE FUNCTION private.allow_proposing()
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
  elsif private.throttle_hit('proposals:' || caller, 60, 60) > 0 or private.throttle_hit('proposals-day:' || caller, 1000, 86400) > 0 then
    perform private.problem('too_many_edits');
  end if;
end
$function$;

CREATE OR REPLACE FUNCTION private.announce_proposals()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.announce_changes(tg_table_name, tg_op, 'change', array(
    select distinct row(c.workspace_id, c.project_id, null, null)::private.change from changed c));
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION private.awaited_of(user_id bigint, proposal public.proposals)
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select proposal.status = 'open' and proposal.author_id is distinct from awaited_of.user_id
    and not exists (
      select 1 from private.proposal_reviews r
      where r.proposal_id = proposal.id and r.user_id = awaited_of.user_id and r.is_newest and r.fallen_at is null)
    and (
      exists (select 1 from private.proposal_reviewers r where r.proposal_id = proposal.id and r.user_id = awaited_of.user_id)
      or exists (
        select 1 from private.proposal_reviewers r join public.team_members m on m.team_id = r.team_id and m.user_id = awaited_of.user_id
        where r.proposal_id = proposal.id)
      or exists (
        select 1 from public.projects p join private.group_reviewers g on g.group_id = p.group_id
        join public.team_members m on m.team_id = g.team_id and m.user_id = awaited_of.user_id
        where p.id = proposal.project_id))
$function$;

CREATE OR REPLACE FUNCTION private.end_proposal(proposal_id bigint, status text)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  update public.proposals o set status = end_proposal.status, ended_at = now(), ended_by = coalesce(private.current_user_id(), o.ended_by), updated_at = now()
  where o.id = end_proposal.proposal_id and o.status in ('open', 'merging');
  if found then
    perform private.log_proposal(end_proposal.proposal_id, 'project.proposal.' || end_proposal.status);
  end if;
end
$function$;

CREATE OR REPLACE FUNCTION private.follow_proposed_content()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  concerned public.proposals;
  fallen bigint[];
begin
  for concerned in
    select o.* from public.proposals o
    where o.status in ('open', 'merging') and (o.branch_id = new.id or o.baseline_branch_id = new.id)
    order by o.id for no key update
  loop
    if concerned.branch_id = new.id then
      with gone as (
        update private.proposal_reviews r set fallen_at = now()
        where r.proposal_id = concerned.id and r.is_newest and r.verdict = 'approved' and r.fallen_at is null and r.content_hash <> new.content_hash
        returning r.user_id)
      select array_agg(g.user_id) into fallen from gone g;
      perform private.mail_proposal(concerned.id, 'approvals_fell', fallen);
    elsif concerned.status = 'open' and exists (
      select 1 from public.branches b where b.id = concerned.branch_id and b.content_hash = new.content_hash) then
      -- What was proposed has got there, by whichever way.
      perform private.end_proposal(concerned.id, 'merged');
      perform private.mail_proposal(concerned.id, 'merged', private.people_of_proposal(concerned.id));
      continue;
    end if;
    perform private.touch_proposal(concerned.id);
    perform private.queue_proposal_comparison(concerned.id);
  end loop;
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION private.forget_account(user_id bigint)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  delete from public.workspace_invitations i where i.accepted_by = forget_account.user_id;
  delete from private.codes c
  where c.subject = 'user:' || forget_account.user_id
    or c.email in (select e.email from public.emails e where e.user_id = forget_account.user_id and e.confirmed_at is not null);
  delete from private.outbox_mails o
  where o.sent_at is not null
    and o.recipient in (select e.email from public.emails e where e.user_id = forget_account.user_id and e.confirmed_at is not null);
  perform private.forget_in_trail(user_id);
  perform private.forget_in_comments(user_id);
  perform private.forget_in_proposals(user_id);
  delete from auth.users a using public.users u where u.id = forget_account.user_id and a.id = u.auth_id;
end
$function$;

CREATE OR REPLACE FUNCTION private.forget_in_proposals(user_id bigint)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  update private.proposal_comments c
  set text = left(regexp_replace(c.text, '(?<![a-z0-9_@-])@' || u.username || '(?![a-z0-9-])', '@deleted-user', 'gi'), 10000)
  from private.proposal_mentions m, public.users u
  where m.user_id = forget_in_proposals.user_id and c.id = m.comment_id and u.id = m.user_id
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
    and r.user_id is distinct from proposal.author_id and private.reads_proposals(r.user_id, proposal.project_id)
$function$;

CREATE OR REPLACE FUNCTION private.log_proposal(proposal_id bigint, type text, more jsonb DEFAULT '{}'::jsonb)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.log_activity(o.workspace_id, log_proposal.type, jsonb_build_object('proposal_id', o.id, 'title', o.title, 'branch', o.branch_name,
    'branch_slug', o.branch_slug, 'baseline', o.baseline_name, 'project_id', o.project_id, 'project', p.name, 'slug', p.slug) || more)
  from public.proposals o join public.projects p on p.id = o.project_id where o.id = log_proposal.proposal_id;
end
$function$;

CREATE OR REPLACE FUNCTION private.mail_proposal(proposal_id bigint, event text, user_ids bigint[], more jsonb DEFAULT '{}'::jsonb)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  told record;
  token text;
  most_a_day constant integer := 50;
begin
  for told in
    select m.user_id, e.email, o.workspace_id, o.title, o.branch_slug, o.branch_name, o.baseline_name, p.name as project, p.slug
    from public.proposals o
    join public.projects p on p.id = o.project_id
    join public.workspaces w on w.id = o.workspace_id and not private.is_locked(w)
    join public.workspace_members m on m.workspace_id = o.workspace_id and m.user_id = any (user_ids) and m.is_active and m.receive_mentions
    join public.emails e on e.user_id = m.user_id and e.is_primary
    where o.id = mail_proposal.proposal_id and m.user_id is distinct from private.current_user_id() and private.reads_proposals(m.user_id, o.project_id)
    order by m.user_id
  loop
    if private.throttle_hit('proposal-mails:' || told.user_id, most_a_day, 86400) > 0 then
      continue;
    end if;
    token := private.new_token();
    insert into private.unsubscribe_tokens (token_hash, workspace_id, user_id, kind)
    values (private.token_hash(token), told.workspace_id, told.user_id, 'mentions');
    perform private.enqueue_mail(told.email, 'proposal', jsonb_build_object('workspace_id', told.workspace_id, 'event', event,
      'title', told.title, 'project', told.project, 'slug', told.slug, 'branch', told.branch_name, 'branch_slug', told.branch_slug,
      'baseline', told.baseline_name, 'proposal_id', mail_proposal.proposal_id, 'unsubscribe_token', token,
      'who', (private.person(private.current_user_id())).display_name) || jsonb_strip_nulls(more));
  end loop;
end
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
  where t.id = open_proposal_thread.thread_id and t.proposal_id in (select o.id from private.proposals_read() o where o.id = t.proposal_id);
  if thread.id is null then
    perform private.problem('comment_not_found');
  end if;
  -- One after the other, so that bounds hold and a key counts once.
  perform 1 from public.proposals o where o.id = thread.proposal_id for no key update;
  return thread;
end
$function$;

CREATE OR REPLACE FUNCTION private.own_proposal_comment(comment_id bigint, permission text DEFAULT NULL::text)
 RETURNS private.proposal_comments
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  said private.proposal_comments;
begin
  select * into said from private.proposal_comments c where c.id = own_proposal_comment.comment_id;
  perform private.open_proposal_thread(said.thread_id);
  select * into said from private.proposal_comments c where c.id = own_proposal_comment.comment_id for update;
  if said.id is null then
    perform private.problem('comment_not_found');
  elsif said.author_id is distinct from private.current_user_id() and (own_proposal_comment.permission is null or not private.can_in_project(
    (select o.project_id from public.proposals o where o.id = said.proposal_id), own_proposal_comment.permission)) then
    perform private.problem('comment_of_another');
  end if;
  return said;
end
$function$;

CREATE OR REPLACE FUNCTION private.people_of_proposal(proposal_id bigint)
 RETURNS bigint[]
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select array(
    select distinct p.user_id from (
      select o.author_id as user_id from public.proposals o where o.id = people_of_proposal.proposal_id
      union all
      select r.user_id from private.proposal_reviews r where r.proposal_id = people_of_proposal.proposal_id
      union all
      select r.user_id from private.proposal_reviewers r where r.proposal_id = people_of_proposal.proposal_id
    ) p where p.user_id is not null order by p.user_id limit 100)
$function$;

CREATE OR REPLACE FUNCTION private.proposal_checks(proposal public.proposals)
 RETURNS SETOF private.proposal_check
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  comparison constant text := private.proposal_comparison_state(proposal);
  analysis text;
  objectors bigint;
  needed bigint;
  missing bigint;
  threads bigint;
begin
  return next row('comparison', case comparison when 'current' then 'passed' when 'comparing' then 'pending' else 'failed' end,
    private.sentence(case comparison when 'current' then 'proposal_compared' when 'comparing' then 'proposal_comparing'
      when 'unknown' then 'proposal_not_comparable' when 'unpublished' then 'proposal_without_content'
      when 'unpublished_baseline' then 'proposal_baseline_without_content' else 'proposal_branch_gone' end))::private.proposal_check;
  select t.status into analysis from public.task_logs t
  where t.branch_id = proposal.branch_id and t.task_id = 'analyze' order by t.created_at desc limit 1;
  if analysis is not null then
    return next row('analysis', case analysis when 'success' then 'passed' when 'failed' then 'failed' else 'pending' end,
      private.sentence(case analysis when 'success' then 'proposal_analysis_passed' when 'failed' then 'proposal_analysis_failed'
        else 'proposal_analysis_pending' end))::private.proposal_check;
  end if;
  select count(*), count(*) filter (where r.given < r.needed) into needed, missing from private.proposal_requirements(proposal) r;
  return next row('approvals', case when missing = 0 then 'passed' else 'failed' end,
    private.sentence(case when missing > 0 then 'proposal_approvals_missing' when needed > 0 then 'proposal_approvals_given' else 'proposal_approvals_free' end,
      jsonb_build_object('missing', missing)))::private.proposal_check;
  select count(*) into objectors from private.proposal_reviews r
  where r.proposal_id = proposal.id and r.is_newest and r.verdict = 'changes_requested' and private.reads_proposals(r.user_id, proposal.project_id);
  return next row('objections', case when objectors = 0 then 'passed' else 'failed' end,
    private.sentence(case when objectors = 0 then 'proposal_objections_none' else 'proposal_objections' end))::private.proposal_check;
  select count(*) into threads from private.proposal_threads t where t.proposal_id = proposal.id and t.resolved_at is null;
  return next row('discussion', case when threads = 0 then 'passed' else 'noted' end,
    private.sentence(case when threads = 0 then 'proposal_threads_none' else 'proposal_threads_open' end, jsonb_build_object('count', threads)))::private.proposal_check;
end
$function$;

CREATE OR REPLACE FUNCTION private.proposal_comparison_state(proposal public.proposals)
 RETURNS text
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select case
    when c.is_known and proposal.status in ('merged', 'closed') then 'current'
    when b.id is null or d.id is null then 'gone'
    when b.content_hash is null then 'unpublished'
    when d.content_hash is null then 'unpublished_baseline'
    when c.proposal_id is null or c.content_hash <> b.content_hash or c.baseline_content_hash <> d.content_hash then 'comparing'
    when c.is_known then 'current'
    else 'unknown' end
  from (select 1) one
  left join public.branches b on b.id = proposal.branch_id
  left join public.branches d on d.id = proposal.baseline_branch_id
  left join private.proposal_comparisons c on c.proposal_id = proposal.id
$function$;

CREATE OR REPLACE FUNCTION private.proposal_requirements(proposal public.proposals)
 RETURNS TABLE(kind text, id bigint, name text, needed integer, given integer)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  with approving as materialized (select private.live_approvals(proposal) as user_id),
  teams as (
    -- Asked for by the proposal and by its group: the higher number holds.
    select wanted.team_id, max(wanted.approvals) as approvals
    from (
      select g.team_id, g.approvals from public.projects p join private.group_reviewers g on g.group_id = p.group_id where p.id = proposal.project_id
      union all
      select r.team_id, 1 from private.proposal_reviewers r where r.proposal_id = proposal.id and r.is_required and r.team_id is not null
    ) wanted
    group by wanted.team_id
  )
  select 'person', r.user_id, (private.person(r.user_id)).display_name, 1, (select count(*)::integer from approving a where a.user_id = r.user_id)
  from private.proposal_reviewers r
  where r.proposal_id = proposal.id and r.is_required and r.user_id is not null and private.reads_proposals(r.user_id, proposal.project_id)
  union all
  select 'team', t.id, t.name, w.approvals, (
    select count(*)::integer from approving a join public.team_members m on m.team_id = t.id and m.user_id = a.user_id)
  from teams w join public.teams t on t.id = w.team_id
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

CREATE OR REPLACE FUNCTION private.proposals_read()
 RETURNS SETOF public.proposals
 LANGUAGE sql
 STABLE
AS $function$
  select o.*
  from public.proposals o join public.projects p on p.id = o.project_id
  where o.workspace_id = any (array(select private.workspace_ids_with('WorkspaceProjectsCreate')))
    and (
      (p.workspace_id, p.visibility) in (select workspace_id, visibility from private.reach_by_role('project_unpublished_branch_read'))
      or (select private.was_given_something()) and (
        p.id = any (array(select private.project_ids_given('project_unpublished_branch_read')))
        or p.group_id = any (array(select private.group_ids_given('project_unpublished_branch_read')))))
$function$;

CREATE OR REPLACE FUNCTION private.queue_proposal_comparison(proposal_id bigint)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform graphile_worker.add_job('compare_proposal', json_build_object('proposal_id', proposal_id),
    job_key => 'compare_proposal:' || proposal_id, max_attempts => 5);
end
$function$;

CREATE OR REPLACE FUNCTION private.reads_proposals(user_id bigint, project_id bigint)
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select exists (
    select 1
    from public.projects p
    join public.workspace_members m on m.workspace_id = p.workspace_id and m.user_id = reads_proposals.user_id and m.is_active
    join public.workspace_role_permissions w on w.role = m.role::text and w.permission = 'WorkspaceProjectsCreate'
    join public.project_role_permissions allowed on allowed.permission = 'project_unpublished_branch_read'
      and allowed.role = private.effective_project_role(m.user_id, p.id)
    where p.id = reads_proposals.project_id)
$function$;

CREATE OR REPLACE FUNCTION private.require_own_proposal(proposal_id bigint)
 RETURNS public.proposals
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  found public.proposals := private.require_proposal(proposal_id);
begin
  if found.author_id is distinct from private.current_user_id() then
    perform private.require_in_project(found.project_id, 'project_contents_update');
  end if;
  -- Of two who change it the second sees what the first did.
  select * into found from public.proposals o where o.id = found.id for update;
  return found;
end
$function$;

CREATE OR REPLACE FUNCTION private.require_proposal(proposal_id bigint, permission text DEFAULT NULL::text)
 RETURNS public.proposals
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  found public.proposals;
begin
  select * into found from private.proposals_read() o where o.id = require_proposal.proposal_id;
  if found.id is null then
    perform private.problem('proposal_not_found');
  end if;
  if require_proposal.permission is not null then
    perform private.require_in_project(found.project_id, require_proposal.permission);
  end if;
  return found;
end
$function$;

CREATE OR REPLACE FUNCTION private.say_of_proposal(thread private.proposal_threads, text text, key uuid)
 RETURNS bigint
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  made bigint;
  most constant integer := 100;
  most_of_all constant integer := 2000;
begin
  if (select count(*) from private.proposal_comments c where c.thread_id = thread.id) >= most
    or (select count(*) from private.proposal_comments c where c.proposal_id = thread.proposal_id) >= most_of_all then
    perform private.problem('thread_full', params => jsonb_build_object('limit', most));
  end if;
  insert into private.proposal_comments (thread_id, proposal_id, author_id, key, text)
  values (thread.id, thread.proposal_id, private.current_user_id(), coalesce(say_of_proposal.key, gen_random_uuid()), say_of_proposal.text)
  returning id into made;
  perform private.tell_of_proposal_comment(made);
  perform private.touch_proposal(thread.proposal_id);
  return made;
end
$function$;

CREATE OR REPLACE FUNCTION private.tell_of_proposal_comment(comment_id bigint)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  said private.proposal_comments;
  proposal public.proposals;
  mentioned bigint[];
  most constant integer := 20;
begin
  select * into said from private.proposal_comments c where c.id = tell_of_proposal_comment.comment_id;
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
    where u.id is distinct from said.author_id and private.reads_proposals(u.id, proposal.project_id)
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
      where p.user_id is distinct from said.author_id and p.user_id <> all (coalesce(mentioned, '{}'))
      order by p.user_id limit 50), jsonb_build_object('said', left(said.text, 400)));
  end if;
end
$function$;

CREATE OR REPLACE FUNCTION private.touch_proposal(proposal_id bigint)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  update public.proposals o set updated_at = now() where o.id = touch_proposal.proposal_id
$function$;

CREATE OR REPLACE FUNCTION public.ask_reviewer(p_proposal_id bigint, p_user_id bigint DEFAULT NULL::bigint, p_team_id bigint DEFAULT NULL::bigint, p_is_required boolean DEFAULT false)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  proposal constant public.proposals := private.require_own_proposal(p_proposal_id);
  most constant integer := 50;
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
    select 1 from public.teams t where t.id = p_team_id and t.workspace_id = proposal.workspace_id and (
      t.workspace_id in (select private.workspace_ids_with('WorkspaceTeamsView')) or t.id in (select private.team_ids_with('team_view')))) then
    perform private.problem('team_not_found');
  elsif (select count(*) from private.proposal_reviewers r where r.proposal_id = proposal.id) >= most then
    perform private.problem('too_many_reviewers', params => jsonb_build_object('limit', most));
  end if;
  if exists (select 1 from private.proposal_reviewers r where r.proposal_id = proposal.id and (r.user_id = p_user_id or r.team_id = p_team_id)) then
    update private.proposal_reviewers r set is_required = coalesce(p_is_required, false)
    where r.proposal_id = proposal.id and (r.user_id = p_user_id or r.team_id = p_team_id);
  else
    insert into private.proposal_reviewers (proposal_id, user_id, team_id, is_required)
    values (proposal.id, p_user_id, p_team_id, coalesce(p_is_required, false));
    perform private.mail_proposal(proposal.id, 'review_requested', case when p_user_id is not null then array[p_user_id] else array(
      select m.user_id from public.team_members m where m.team_id = p_team_id and m.user_id is distinct from proposal.author_id order by m.user_id limit 50) end);
  end if;
  perform private.touch_proposal(proposal.id);
end
$function$;

CREATE OR REPLACE FUNCTION public.close_proposal(p_proposal_id bigint)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  proposal constant public.proposals := private.require_own_proposal(p_proposal_id);
begin
  perform private.allow_proposing();
  if proposal.status <> 'open' then
    perform private.problem('proposal_has_ended');
  end if;
  perform private.end_proposal(proposal.id, 'closed');
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
  perform private.queue_proposal_comparison(made);
  perform private.log_proposal(made, 'project.proposal.opened');
  return made;
end
$function$;

CREATE OR REPLACE FUNCTION public.delete_proposal_comment(p_comment_id bigint)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  said constant private.proposal_comments := private.own_proposal_comment(p_comment_id, 'project_update');
begin
  perform private.allow_comments(private.current_user_id());
  delete from private.proposal_comments c where c.id = said.id;
  delete from private.proposal_threads t where t.id = said.thread_id and not exists (select 1 from private.proposal_comments c where c.thread_id = t.id);
  perform private.touch_proposal(said.proposal_id);
end
$function$;

CREATE OR REPLACE FUNCTION public.edit_proposal_comment(p_comment_id bigint, p_text text)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  said constant private.proposal_comments := private.own_proposal_comment(p_comment_id);
  wanted constant text := private.require_comment_text(p_text);
begin
  perform private.allow_comments(private.current_user_id());
  update private.proposal_comments c set text = wanted, edited_at = now() where c.id = said.id and c.text <> wanted;
  if found then
    perform private.tell_of_proposal_comment(said.id);
    perform private.touch_proposal(said.proposal_id);
  end if;
end
$function$;

CREATE OR REPLACE FUNCTION public.group_reviewers(p_group_id bigint)
 RETURNS SETOF public.group_reviewing_team
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.require_in_group(p_group_id, 'group_view');
  return query
  select t.id, t.name::text, g.approvals from private.group_reviewers g join public.teams t on t.id = g.team_id
  where g.group_id = p_group_id order by t.name, t.id;
end
$function$;

CREATE OR REPLACE FUNCTION public.list_proposals(p_workspace_id bigint, p_of text DEFAULT 'all'::text, p_status text DEFAULT 'open'::text, p_project_id bigint DEFAULT NULL::bigint, p_search text DEFAULT NULL::text, p_limit integer DEFAULT 50, p_offset integer DEFAULT 0)
 RETURNS json
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  me constant bigint := private.current_user_id();
  term constant text := case when btrim(coalesce(p_search, '')) <> '' then private.like_pattern(left(p_search, 200)) end;
begin
  perform private.require_in_workspace(p_workspace_id, 'WorkspaceProjectsCreate');
  return (
    with found as materialized (
      select o.*, p.name as project, p.slug, p.icon_name, p.icon_color
      from private.proposals_read() o join public.projects p on p.id = o.project_id
      where o.workspace_id = p_workspace_id
        and case p_status when 'open' then o.status in ('open', 'merging') when 'merged' then o.status = 'merged' when 'closed' then o.status = 'closed'
          else true end
        and (p_project_id is null or o.project_id = p_project_id)
        and (term is null or o.title ilike term or o.branch_name ilike term or p.name ilike term)
        and case p_of when 'mine' then o.author_id = me when 'waiting' then private.awaited_of(me, o) else true end
    ), page as (
      select * from found f order by f.updated_at desc, f.id desc
      limit private.page_size(p_limit, 50, 100) offset least(greatest(coalesce(p_offset, 0), 0), 10000)
    )
    select json_build_object('total', (select count(*) from found), 'items', coalesce((
      select json_agg(json_build_object('id', f.id, 'title', f.title, 'status', f.status, 'project_id', f.project_id, 'project', f.project,
        'project_slug', f.slug, 'icon_name', f.icon_name, 'icon_color', f.icon_color, 'branch_name', f.branch_name, 'branch_slug', f.branch_slug,
        'baseline_name', f.baseline_name, 'author', private.person(f.author_id), 'created_at', f.created_at, 'updated_at', f.updated_at,
        'major', coalesce(c.major, 0), 'minor', coalesce(c.minor, 0), 'patch', coalesce(c.patch, 0),
        'approvals', (select count(*) from private.live_approvals((select o from public.proposals o where o.id = f.id))),
        'objections', (select count(*) from private.proposal_reviews r where r.proposal_id = f.id and r.is_newest and r.verdict = 'changes_requested'),
        'threads', (select count(*) from private.proposal_threads t where t.proposal_id = f.id and t.resolved_at is null),
        'is_waiting', private.awaited_of(me, (select o from public.proposals o where o.id = f.id))) order by f.updated_at desc, f.id desc)
      from page f left join private.proposal_comparisons c on c.proposal_id = f.id), '[]')));
end
$function$;

CREATE OR REPLACE FUNCTION public.proposal_at(p_workspace_id bigint, p_project_slug text, p_branch_slug text, p_proposal_id bigint DEFAULT NULL::bigint)
 RETURNS json
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  project public.projects;
  branch public.branches;
  proposal public.proposals;
  me constant bigint := private.current_user_id();
  edits boolean;
begin
  select p.* into project from public.projects p
  where p.workspace_id = p_workspace_id and private.can_in_workspace(p_workspace_id, 'WorkspaceProjectsCreate') and (p.slug = p_project_slug or exists (
      select 1 from public.project_slugs s where s.workspace_id = p_workspace_id and s.slug = p_project_slug and s.project_id = p.id))
    and private.can_in_project(p.id, 'project_unpublished_branch_read')
  order by p.slug = p_project_slug desc limit 1;
  if project.id is null then
    return null;
  end if;
  select * into branch from public.branches b where b.project_id = project.id and b.slug = p_branch_slug;
  -- The one that is open, else the newest.
  select * into proposal from public.proposals o
  where o.project_id = project.id and o.branch_slug = p_branch_slug and (p_proposal_id is null or o.id = p_proposal_id)
  order by o.status in ('open', 'merging') desc, o.id desc limit 1;
  if branch.id is null and proposal.id is null then
    return null;
  end if;
  edits := private.can_in_project(project.id, 'project_contents_update');
  return json_build_object(
    'project', json_build_object('id', project.id, 'slug', project.slug, 'name', project.name, 'type', project.type, 'icon_name', project.icon_name,
      'icon_color', project.icon_color),
    'branch', case when branch.id is not null then json_build_object('id', branch.id, 'name', branch.name, 'slug', branch.slug, 'is_default', branch.is_default,
      'has_content', branch.content_hash is not null,
      'has_changes', exists (select 1 from public.documents d where d.branch_id = branch.id and d.changed)) end,
    'may_edit', edits and not project.is_read_only,
    'may_moderate', private.can_in_project(project.id, 'project_update'),
    'baselines', (
      select coalesce(json_agg(json_build_object('id', b.id, 'name', b.name, 'is_default', b.is_default) order by b.is_default desc, b.name, b.id), '[]')
      from public.branches b where b.project_id = project.id and b.id is distinct from branch.id),
    'others', (
      select coalesce(json_agg(json_build_object('id', o.id, 'title', o.title, 'status', o.status) order by o.id desc), '[]')
      from (select * from public.proposals o where o.project_id = project.id and o.branch_slug = p_branch_slug and o.id is distinct from proposal.id
        order by o.id desc limit 20) o),
    'proposal', case when proposal.id is not null then private.proposal_shown(proposal, me) end);
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
    where t.proposal_id = proposal.id and (edits or not exists (
      select 1 from private.proposal_nodes n where n.proposal_id = t.proposal_id and n.uri = t.node_uri and n.is_hidden))), '[]');
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
  found public.broken_node[];
begin
  -- Each branch is asked once how the caller reads it, and each node once how near it is.
  with recursive changed as materialized (
    select n.uri, n.name, n.semver, n.position from private.proposal_nodes n
    where n.proposal_id = proposal.id and n.semver in ('major', 'minor') and n.operation <> 'added'
      and (not n.is_hidden or private.can_in_project(proposal.project_id, 'project_contents_update'))
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
      and (o.to_uri = c.uri or starts_with(o.to_uri, c.uri || '/') or o.to_uri = '')
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
  select array_agg(row(c.uri, c.name, c.semver, p.id, p.slug, p.name, r.branch_slug, n.uri, n.name, n.type, n.slug, n.method, n.path, d.steps,
      d.is_outside)::public.broken_node order by c.position, d.is_outside desc, d.steps, p.name, n.name)
  into found
  from (select * from nearest limit most_found) d
  join changed c on c.uri = d.changed_uri
  join readers r on r.branch_id = d.branch_id
  join public.projects p on p.id = r.project_id
  join public.branch_nodes n on n.branch_id = d.branch_id and n.uri = d.uri
  where not (d.branch_id = proposal.baseline_branch_id and d.uri = d.changed_uri)
    and private.node_is_shown(n.type, n.is_internal, n.is_hidden and not (r.reader).edits, (r.reader).by_anyone, (r.reader).by_token, (r.reader).reads_internal);
  return json_build_object(
    'total', coalesce(cardinality(found), 0),
    'is_all', coalesce(cardinality(found), 0) < most_found
      and (select count(*) from private.proposal_nodes n where n.proposal_id = proposal.id and n.semver in ('major', 'minor') and n.operation <> 'added') <= most_changed,
    'projects', (select count(distinct f.project_id) from unnest(found) f),
    'items', coalesce((
      select json_agg(to_json(f) order by f.place) from (
        select * from unnest(found) with ordinality f (changed_uri, changed_name, semver, project_id, project_slug, project_name, branch_slug, uri, name, type,
          slug, method, path, steps, is_outside, place)
        order by f.place limit private.page_size(p_limit, 100, 200) offset greatest(coalesce(p_offset, 0), 0)) f), '[]'));
end
$function$;

CREATE OR REPLACE FUNCTION public.proposal_nodes(p_proposal_id bigint, p_search text DEFAULT NULL::text, p_semver text DEFAULT NULL::text, p_limit integer DEFAULT 50, p_offset integer DEFAULT 0)
 RETURNS json
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  proposal constant public.proposals := private.require_proposal(p_proposal_id);
  edits constant boolean := private.can_in_project(proposal.project_id, 'project_contents_update');
  term constant text := case when btrim(coalesce(p_search, '')) <> '' then private.like_pattern(left(p_search, 200)) end;
begin
  return (
    with found as materialized (
      select n.* from private.proposal_nodes n
      where n.proposal_id = proposal.id and (edits or not n.is_hidden)
        and (p_semver is null or n.semver = p_semver) and (term is null or n.name ilike term or n.uri ilike term)
    )
    select json_build_object('total', (select count(*) from found), 'items', coalesce((
      select json_agg(json_build_object('position', n.position, 'uri', n.uri, 'type', n.type, 'name', n.name, 'operation', n.operation, 'semver', n.semver,
        'change_count', n.change_count, 'changes', n.changes, 'path', n.path,
        'threads', (select count(*) from private.proposal_threads t where t.proposal_id = proposal.id and t.node_uri = n.uri and t.resolved_at is null))
        order by n.position)
      from (select * from found f order by f.position
        limit private.page_size(p_limit, 50, 100) offset least(greatest(coalesce(p_offset, 0), 0), 20000)) n), '[]')));
end
$function$;

CREATE OR REPLACE FUNCTION public.proposal_people(p_proposal_id bigint, p_search text DEFAULT ''::text)
 RETURNS SETOF public.mentionable_person
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  proposal constant public.proposals := private.require_proposal(p_proposal_id);
  term constant text := private.like_pattern(left(coalesce(p_search, ''), 100));
  most_asked constant integer := 200;
  most constant integer := 8;
begin
  return query
  select asked.user_id, asked.username, asked.display_name, asked.avatar_url
  from (
    select p.user_id, p.username, p.display_name, p.avatar_url
    from public.workspace_members m join private.people p on p.user_id = m.user_id
    where m.workspace_id = proposal.workspace_id and m.is_active and m.user_id <> private.current_user_id()
      and (p.display_name ilike term or p.username ilike term)
    order by p.display_name collate private.natural, p.user_id limit most_asked
  ) asked
  where private.reads_proposals(asked.user_id, proposal.project_id)
  order by asked.display_name collate private.natural, asked.user_id limit most;
end
$function$;

CREATE OR REPLACE FUNCTION public.reopen_proposal(p_proposal_id bigint)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  proposal constant public.proposals := private.require_own_proposal(p_proposal_id);
begin
  perform private.allow_proposing();
  perform private.lock_project_with(proposal.project_id, 'project_contents_update');
  if proposal.status <> 'closed' then
    perform private.problem('proposal_has_ended');
  elsif proposal.branch_id is null or proposal.baseline_branch_id is null then
    perform private.problem('branch_not_found');
  elsif exists (select 1 from public.proposals o where o.branch_id = proposal.branch_id and o.status in ('open', 'merging')) then
    perform private.problem('proposal_is_open');
  end if;
  update public.proposals o set status = 'open', ended_at = null, ended_by = null, updated_at = now() where o.id = proposal.id;
  perform private.queue_proposal_comparison(proposal.id);
  perform private.log_proposal(proposal.id, 'project.proposal.reopened');
end
$function$;

CREATE OR REPLACE FUNCTION public.reply_to_proposal_thread(p_thread_id bigint, p_text text, p_key uuid DEFAULT NULL::uuid)
 RETURNS bigint
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  thread constant private.proposal_threads := private.open_proposal_thread(p_thread_id);
  said constant text := private.require_comment_text(p_text);
  before bigint;
begin
  perform private.allow_comments(private.current_user_id());
  select c.id into before from private.proposal_comments c where c.author_id = private.current_user_id() and c.key = p_key;
  return coalesce(before, private.say_of_proposal(thread, said, p_key));
end
$function$;

CREATE OR REPLACE FUNCTION public.resolve_proposal_thread(p_thread_id bigint, p_is_resolved boolean DEFAULT true)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  thread constant private.proposal_threads := private.open_proposal_thread(p_thread_id);
begin
  perform private.allow_comments(private.current_user_id());
  update private.proposal_threads t
  set resolved_at = case when coalesce(p_is_resolved, true) then now() end,
    resolved_by = case when coalesce(p_is_resolved, true) then private.current_user_id() end
  where t.id = thread.id and (t.resolved_at is not null) is distinct from coalesce(p_is_resolved, true);
  perform private.touch_proposal(thread.proposal_id);
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
  if not exists (select 1 from public.teams t where t.id = p_team_id and t.workspace_id = host) then
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
  insert into private.proposal_threads (proposal_id, node_uri, node_name, pointer, quote, created_by)
  values (proposal.id, node.uri, left(node.name, 1000), case when node.uri is not null then left(p_pointer, 2000) end, left(coalesce(p_quote, ''), 1000),
    private.current_user_id())
  returning * into thread;
  perform private.say_of_proposal(thread, said, p_key);
  return thread.id;
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
begin
  perform private.allow_proposing();
  if proposal.status <> 'open' then
    perform private.problem('proposal_has_ended');
  end if;
  delete from private.proposal_reviewers r where r.proposal_id = proposal.id and (r.user_id = p_user_id or r.team_id = p_team_id);
  perform private.touch_proposal(proposal.id);
end
$function$;

CREATE OR REPLACE FUNCTION public.update_proposal(p_proposal_id bigint, p_title text DEFAULT NULL::text, p_description text DEFAULT NULL::text, p_changelog text DEFAULT NULL::text)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  proposal constant public.proposals := private.require_own_proposal(p_proposal_id);
begin
  perform private.allow_proposing();
  if p_title is not null and btrim(p_title) = '' then
    perform private.problem('required', 'title');
  elsif proposal.status = 'merging' or proposal.status = 'merged' and p_changelog is not null then
    perform private.problem('proposal_has_ended');
  end if;
  update public.proposals o set title = coalesce(btrim(p_title), o.title), description = coalesce(p_description, o.description),
    changelog = coalesce(p_changelog, o.changelog), updated_at = now()
  where o.id = proposal.id;
end
$function$;

CREATE OR REPLACE FUNCTION public.withdraw_review(p_proposal_id bigint)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  proposal constant public.proposals := private.require_proposal(p_proposal_id);
begin
  perform private.allow_proposing();
  if proposal.status <> 'open' then
    perform private.problem('proposal_has_ended');
  end if;
  update private.proposal_reviews r set is_newest = false
  where r.proposal_id = proposal.id and r.user_id = private.current_user_id() and r.is_newest;
  perform private.touch_proposal(proposal.id);
end
$function$;

ALTER TABLE "private"."group_reviewers" ADD CONSTRAINT "group_reviewers_group_id_fkey" FOREIGN KEY (group_id) REFERENCES public.groups(id) ON DELETE CASCADE;

ALTER TABLE "private"."group_reviewers" ADD CONSTRAINT "group_reviewers_team_id_fkey" FOREIGN KEY (team_id) REFERENCES public.teams(id) ON DELETE CASCADE;

ALTER TABLE "private"."group_reviewers" ADD CONSTRAINT "group_reviewers_workspace_id_fkey" FOREIGN KEY (workspace_id) REFERENCES public.workspaces(id) ON DELETE CASCADE;

ALTER TABLE "private"."outside_references" ADD CONSTRAINT "outside_references_branch_id_fkey" FOREIGN KEY (branch_id) REFERENCES public.branches(id) ON DELETE CASCADE;

ALTER TABLE "private"."outside_references" ADD CONSTRAINT "outside_references_workspace_id_fkey" FOREIGN KEY (workspace_id) REFERENCES public.workspaces(id) ON DELETE CASCADE;

ALTER TABLE "private"."proposal_comments" ADD CONSTRAINT "proposal_comments_author_id_fkey" FOREIGN KEY (author_id) REFERENCES public.users(id) ON DELETE SET NULL;

ALTER TABLE "private"."proposal_mentions" ADD CONSTRAINT "proposal_mentions_comment_id_fkey" FOREIGN KEY (comment_id) REFERENCES private.proposal_comments(id) ON DELETE CASCADE;

ALTER TABLE "private"."proposal_mentions" ADD CONSTRAINT "proposal_mentions_user_id_fkey" FOREIGN KEY (user_id) REFERENCES public.users(id) ON DELETE CASCADE;

ALTER TABLE "private"."proposal_reviewers" ADD CONSTRAINT "proposal_reviewers_team_id_fkey" FOREIGN KEY (team_id) REFERENCES public.teams(id) ON DELETE CASCADE;

ALTER TABLE "private"."proposal_reviewers" ADD CONSTRAINT "proposal_reviewers_user_id_fkey" FOREIGN KEY (user_id) REFERENCES public.users(id) ON DELETE CASCADE;

ALTER TABLE "private"."proposal_reviews" ADD CONSTRAINT "proposal_reviews_user_id_fkey" FOREIGN KEY (user_id) REFERENCES public.users(id) ON DELETE SET NULL;

ALTER TABLE "private"."proposal_threads" ADD CONSTRAINT "proposal_threads_created_by_fkey" FOREIGN KEY (created_by) REFERENCES public.users(id) ON DELETE SET NULL;

ALTER TABLE "private"."proposal_comments" ADD CONSTRAINT "proposal_comments_thread_id_fkey" FOREIGN KEY (thread_id) REFERENCES private.proposal_threads(id) ON DELETE CASCADE;

ALTER TABLE "private"."proposal_threads" ADD CONSTRAINT "proposal_threads_resolved_by_fkey" FOREIGN KEY (resolved_by) REFERENCES public.users(id) ON DELETE SET NULL;

ALTER TABLE "public"."proposals" ADD CONSTRAINT "proposals_author_id_fkey" FOREIGN KEY (author_id) REFERENCES public.users(id) ON DELETE SET NULL;

ALTER TABLE "public"."proposals" ADD CONSTRAINT "proposals_baseline_branch_id_project_id_fkey" FOREIGN KEY (baseline_branch_id, project_id) REFERENCES public.branches(id, project_id) ON DELETE SET NULL (baseline_branch_id);

ALTER TABLE "public"."proposals" ADD CONSTRAINT "proposals_branch_id_project_id_fkey" FOREIGN KEY (branch_id, project_id) REFERENCES public.branches(id, project_id) ON DELETE SET NULL (branch_id);

ALTER TABLE "public"."proposals" ADD CONSTRAINT "proposals_ended_by_fkey" FOREIGN KEY (ended_by) REFERENCES public.users(id) ON DELETE SET NULL;

ALTER TABLE "private"."proposal_comments" ADD CONSTRAINT "proposal_comments_proposal_id_fkey" FOREIGN KEY (proposal_id) REFERENCES public.proposals(id) ON DELETE CASCADE;

ALTER TABLE "private"."proposal_comparisons" ADD CONSTRAINT "proposal_comparisons_proposal_id_fkey" FOREIGN KEY (proposal_id) REFERENCES public.proposals(id) ON DELETE CASCADE;

ALTER TABLE "private"."proposal_nodes" ADD CONSTRAINT "proposal_nodes_proposal_id_fkey" FOREIGN KEY (proposal_id) REFERENCES public.proposals(id) ON DELETE CASCADE;

ALTER TABLE "private"."proposal_reviewers" ADD CONSTRAINT "proposal_reviewers_proposal_id_fkey" FOREIGN KEY (proposal_id) REFERENCES public.proposals(id) ON DELETE CASCADE;

ALTER TABLE "private"."proposal_reviews" ADD CONSTRAINT "proposal_reviews_proposal_id_fkey" FOREIGN KEY (proposal_id) REFERENCES public.proposals(id) ON DELETE CASCADE;

ALTER TABLE "private"."proposal_threads" ADD CONSTRAINT "proposal_threads_proposal_id_fkey" FOREIGN KEY (proposal_id) REFERENCES public.proposals(id) ON DELETE CASCADE;

ALTER TABLE "public"."proposals" ADD CONSTRAINT "proposals_project_id_fkey" FOREIGN KEY (project_id) REFERENCES public.projects(id) ON DELETE CASCADE;

ALTER TABLE "public"."proposals" ADD CONSTRAINT "proposals_workspace_id_fkey" FOREIGN KEY (workspace_id) REFERENCES public.workspaces(id) ON DELETE CASCADE;

CREATE INDEX group_reviewers_team_idx ON private.group_reviewers USING btree (team_id);

CREATE INDEX group_reviewers_workspace_idx ON private.group_reviewers USING btree (workspace_id);

CREATE UNIQUE INDEX outside_references_once_idx ON private.outside_references USING btree (branch_id, md5(((((from_uri || '
'::text) || project_slug) || '
'::text) || to_uri)));

CREATE INDEX outside_references_target_idx ON private.outside_references USING btree (workspace_id, project_slug);

CREATE UNIQUE INDEX proposal_comments_key_idx ON private.proposal_comments USING btree (author_id, key);

CREATE INDEX proposal_comments_proposal_idx ON private.proposal_comments USING btree (proposal_id);

CREATE INDEX proposal_comments_thread_idx ON private.proposal_comments USING btree (thread_id, id);

CREATE INDEX proposal_mentions_user_idx ON private.proposal_mentions USING btree (user_id);

CREATE INDEX proposal_nodes_uri_idx ON private.proposal_nodes USING btree (proposal_id, uri);

CREATE INDEX proposal_reviewers_team_idx ON private.proposal_reviewers USING btree (team_id);

CREATE INDEX proposal_reviewers_user_idx ON private.proposal_reviewers USING btree (user_id);

CREATE UNIQUE INDEX proposal_reviews_newest_idx ON private.proposal_reviews USING btree (proposal_id, user_id) WHERE (is_newest AND (user_id IS NOT NULL));

CREATE INDEX proposal_reviews_proposal_idx ON private.proposal_reviews USING btree (proposal_id, id);

CREATE INDEX proposal_reviews_user_idx ON private.proposal_reviews USING btree (user_id);

CREATE INDEX proposal_threads_created_by_idx ON private.proposal_threads USING btree (created_by);

CREATE INDEX proposal_threads_proposal_idx ON private.proposal_threads USING btree (proposal_id, id);

CREATE INDEX proposal_threads_resolved_by_idx ON private.proposal_threads USING btree (resolved_by);

CREATE INDEX proposals_author_idx ON public.proposals USING btree (author_id);

CREATE INDEX proposals_baseline_idx ON public.proposals USING btree (baseline_branch_id, project_id);

CREATE INDEX proposals_branch_idx ON public.proposals USING btree (branch_id, project_id);

CREATE INDEX proposals_ended_by_idx ON public.proposals USING btree (ended_by);

CREATE UNIQUE INDEX proposals_open_idx ON public.proposals USING btree (branch_id) WHERE (status = ANY (ARRAY['open'::text, 'merging'::text]));

CREATE INDEX proposals_place_idx ON public.proposals USING btree (project_id, branch_slug, id DESC);

CREATE INDEX proposals_workspace_idx ON public.proposals USING btree (workspace_id, status, updated_at DESC);

CREATE TRIGGER follow_proposals AFTER UPDATE OF content_hash ON public.branches FOR EACH ROW WHEN (((new.content_hash IS NOT NULL) AND (new.content_hash IS DISTINCT FROM old.content_hash))) EXECUTE FUNCTION private.follow_proposed_content();

CREATE TRIGGER announce_delete AFTER DELETE ON public.proposals REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION private.announce_proposals();

CREATE TRIGGER announce_insert AFTER INSERT ON public.proposals REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION private.announce_proposals();

CREATE TRIGGER announce_update AFTER UPDATE ON public.proposals REFERENCING OLD TABLE AS before NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION private.announce_proposals();

CREATE TRIGGER keep_names BEFORE INSERT OR UPDATE OF title ON public.proposals FOR EACH ROW EXECUTE FUNCTION private.keep_names('title');

CREATE POLICY "Proposals are read by who may create projects, with the drafts " ON "public"."proposals" FOR SELECT TO "authenticated" USING (((workspace_id = ANY (ARRAY( SELECT private.workspace_ids_with('WorkspaceProjectsCreate'::text) AS workspace_ids_with))) AND (EXISTS ( SELECT 1
   FROM public.projects p
  WHERE ((p.id = proposals.project_id) AND (((p.workspace_id, p.visibility) IN ( SELECT reach_by_role.workspace_id,
            reach_by_role.visibility
           FROM private.reach_by_role('project_unpublished_branch_read'::text) reach_by_role(workspace_id, visibility))) OR (( SELECT private.was_given_something() AS was_given_something) AND ((p.id = ANY (ARRAY( SELECT private.project_ids_given('project_unpublished_branch_read'::text) AS project_ids_given))) OR (p.group_id = ANY (ARRAY( SELECT private.group_ids_given('project_unpublished_branch_read'::text) AS group_ids_given)))))))))));

COMMENT ON COLUMN "private"."outside_references"."is_internal" IS 'Whether it stands in what is for readers of internal nodes alone; true while no analysis has said otherwise.';

COMMENT ON COLUMN "private"."proposal_comments"."key" IS 'Chosen by who sends it: sent again, it is the same comment.';

COMMENT ON COLUMN "private"."proposal_comparisons"."is_known" IS 'False where the two could not be compared: a file is lost, or it takes too long.';

COMMENT ON COLUMN "private"."proposal_nodes"."is_hidden" IS 'Shown to who may change the content alone, as the node is.';

COMMENT ON COLUMN "private"."proposal_nodes"."path" IS 'The file that it stands in.';

COMMENT ON COLUMN "private"."proposal_reviews"."content_hash" IS 'Of the branch, as it was looked at.';

COMMENT ON COLUMN "private"."proposal_reviews"."fallen_at" IS 'When the content changed after an approval, which counts no more.';

COMMENT ON COLUMN "private"."proposal_threads"."quote" IS 'The change that it is about, in words.';

COMMENT ON COLUMN "public"."proposals"."changelog" IS 'What is to be said of it to readers; null while nobody has written it: then it is what the comparison drafted.';

COMMENT ON FUNCTION "private"."allow_proposing"() IS 'Counts what one person changes about proposals: 60 a minute, 1,000 a day.';

COMMENT ON FUNCTION "private"."announce_proposals"() IS 'The workspace hears, for its list, and who hears of the project.';

COMMENT ON FUNCTION "private"."awaited_of"(bigint, public.proposals) IS 'Whether a proposal waits for the review of somebody: by name, by a team of theirs, or by the rule of its group.';

COMMENT ON FUNCTION "private"."end_proposal"(bigint, text) IS 'Ends a proposal that is open: merged or closed.';

COMMENT ON FUNCTION "private"."follow_proposed_content"() IS 'Other content of a branch: what it proposes is compared anew and its approvals fall; what is proposed for it is merged where it has just become the same.';

COMMENT ON FUNCTION "private"."forget_in_proposals"(bigint) IS 'Comments keep what was said to somebody, not who a deleted account was.';

COMMENT ON FUNCTION "private"."live_approvals"(public.proposals) IS 'Who has approved the content that a branch has now, is not who proposed it, and reads it still.';

COMMENT ON FUNCTION "private"."log_proposal"(bigint, text, jsonb) IS 'Writes what happens to a proposal into the trail of its workspace.';

COMMENT ON FUNCTION "private"."mail_proposal"(bigint, text, bigint[], jsonb) IS 'Mails people what happened to a proposal, in the transaction in which it happens: who still reads it and wants such mails, at most 50 a day each, and not who did it.';

COMMENT ON FUNCTION "private"."open_proposal_thread"(bigint) IS 'A thread of a proposal that the caller reads, locked; 404 for any other.';

COMMENT ON FUNCTION "private"."own_proposal_comment"(bigint, text) IS 'A comment that the caller wrote, or may treat as theirs by a permission in the project; locked.';

COMMENT ON FUNCTION "private"."people_of_proposal"(bigint) IS 'Who proposed it, reviewed it or was asked to, at most 100.';

COMMENT ON FUNCTION "private"."proposal_checks"(public.proposals) IS 'What is looked at before a proposal is merged, and how each stands.';

COMMENT ON FUNCTION "private"."proposal_comparison_state"(public.proposals) IS 'What is known of the difference: current; comparing; unknown, where it cannot be said; unpublished, where a branch has no content yet; gone, where a branch is deleted.';

COMMENT ON FUNCTION "private"."proposal_requirements"(public.proposals) IS 'Which approvals are needed, and how many of them are given for the content as it is now. A person who may not read it any more holds nothing up.';

COMMENT ON FUNCTION "private"."proposal_shown"(public.proposals, bigint) IS 'A proposal as its page shows it.';

COMMENT ON FUNCTION "private"."proposals_read"() IS 'The proposals that the caller reads: what the policy tests, for functions that pass by it.';

COMMENT ON FUNCTION "private"."queue_proposal_comparison"(bigint) IS 'Has the worker compare both branches of a proposal as they are, once.';

COMMENT ON FUNCTION "private"."reads_proposals"(bigint, bigint) IS 'Whether somebody reads the proposals of a project: private.proposals_read for another than the caller.';

COMMENT ON FUNCTION "private"."require_own_proposal"(bigint) IS 'A proposal that the caller made, or may treat so because they write the content of its project; locked.';

COMMENT ON FUNCTION "private"."require_proposal"(bigint, text) IS 'A proposal that the caller reads, with a permission in its project where one is named; 404 for any other.';

COMMENT ON FUNCTION "private"."say_of_proposal"(private.proposal_threads, text, uuid) IS 'Adds a comment to a thread, of at most 100; a proposal has at most 2,000.';

COMMENT ON FUNCTION "private"."tell_of_proposal_comment"(bigint) IS 'Mails whom a comment mentions, and on its first saying who takes part in its thread.';

COMMENT ON FUNCTION "private"."touch_proposal"(bigint) IS 'Something happened to a proposal: lists are sorted by it, and screens hear of it.';

COMMENT ON FUNCTION "public"."ask_reviewer"(bigint, bigint, bigint, boolean) IS 'Asks a person or a team for a review, 50 at most; called again it says whether they are required.';

COMMENT ON FUNCTION "public"."close_proposal"(bigint) IS 'Takes a proposal back: nothing is changed, and it can be opened again.';

COMMENT ON FUNCTION "public"."create_proposal"(bigint, text, text, bigint) IS 'Proposes a branch for another one of its project (p_baseline_branch_id, else the default one); answers the id. One at a time a branch.';

COMMENT ON FUNCTION "public"."delete_proposal_comment"(bigint) IS 'Takes back one''s own comment, or anybody''s for who administers the project; the last one takes its thread along.';

COMMENT ON FUNCTION "public"."edit_proposal_comment"(bigint, text) IS 'Says it otherwise: one''s own comments only. Whoever is mentioned for the first time is told.';

COMMENT ON FUNCTION "public"."group_reviewers"(bigint) IS 'The teams whose approval proposals in the projects of a group need.';

COMMENT ON FUNCTION "public"."list_proposals"(bigint, text, text, bigint, text, integer, integer) IS 'Proposals of a workspace that the caller reads, those that something happened to last first. p_of: all, mine, waiting (for the caller); p_status: open, merged, closed, all.';

COMMENT ON FUNCTION "public"."proposal_at"(bigint, text, text, bigint) IS 'The page of a branch in /proposals: its proposal (the one that is open, else the newest; or the one that is named) with reviews and checks, or what a new one needs. Null for who may not know it.';

COMMENT ON FUNCTION "public"."proposal_discussion"(bigint) IS 'All threads of a proposal with what was said in them, at most 2,000 comments. An author that is null is a deleted account.';

COMMENT ON FUNCTION "public"."proposal_impact"(bigint, integer, integer) IS 'Nodes that refer, over at most three steps, to what a proposal changes or removes: on the branch it is for, and on the default branch of every other project that the caller reads. At most 2,000, of the 500 most serious changes; is_all says whether these are all.';

COMMENT ON FUNCTION "public"."proposal_nodes"(bigint, text, text, integer, integer) IS 'The nodes that a proposal changes, what breaks first, a page at a time: with a part of their name, or of one level (major, minor, patch).';

COMMENT ON FUNCTION "public"."proposal_people"(bigint, text) IS 'Up to eight others who read a proposal, by a part of their name: whom to mention, whom to ask for a review.';

COMMENT ON FUNCTION "public"."reopen_proposal"(bigint) IS 'Opens a proposal again that was closed.';

COMMENT ON FUNCTION "public"."reply_to_proposal_thread"(bigint, text, uuid) IS 'Says something in a thread; answers the id. p_key: sent again, it is the same comment.';

COMMENT ON FUNCTION "public"."resolve_proposal_thread"(bigint, boolean) IS 'Says that a thread is settled, or is not; whoever may say something in it.';

COMMENT ON FUNCTION "public"."review_proposal"(bigint, text, text, text) IS 'Approves a proposal or requests changes, by the content that was looked at (p_content_hash); nobody reviews their own.';

COMMENT ON FUNCTION "public"."set_group_reviewers"(bigint, bigint, integer) IS 'How many of a team must approve proposals in the projects of a group, at most 10; none by 0.';

COMMENT ON FUNCTION "public"."start_proposal_thread"(bigint, text, uuid, text, text, text) IS 'Begins a thread about a proposal, or about a node that it changes and a JSON pointer in its file; answers its id. p_key: sent again, it is the same.';

COMMENT ON FUNCTION "public"."unask_reviewer"(bigint, bigint, bigint) IS 'Asks a person or a team no more.';

COMMENT ON FUNCTION "public"."update_proposal"(bigint, text, text, text) IS 'Changes what is said of a proposal; what is null stays.';

COMMENT ON FUNCTION "public"."withdraw_review"(bigint) IS 'Takes back what the caller said of a proposal as a whole.';

COMMENT ON TABLE "private"."group_reviewers" IS 'Of which team how many must approve before a proposal in a project of a group is merged.';

COMMENT ON TABLE "private"."outside_references" IS 'What nodes of a branch refer to in another project of the workspace, by its slug and the address there, as their authors wrote it: whether there is such a thing is asked when it is looked for.';

COMMENT ON TABLE "private"."proposal_comments" IS 'What people say in a thread of a proposal, in Markdown.';

COMMENT ON TABLE "private"."proposal_comparisons" IS 'Which contents of both branches of a proposal were compared, and how much differs. Once it has ended it stays as it was.';

COMMENT ON TABLE "private"."proposal_mentions" IS 'Who was told that a comment mentions them: nobody is told twice.';

COMMENT ON TABLE "private"."proposal_nodes" IS 'The nodes that differ, what breaks first; of each its changes, [{semver, rule, message, before, after, pointer, line}], at most 100.';

COMMENT ON TABLE "private"."proposal_reviewers" IS 'People and teams that are asked to review a proposal. Of a required team one approval is enough.';

COMMENT ON TABLE "private"."proposal_reviews" IS 'What people said of a proposal as a whole; of each the newest counts.';

COMMENT ON TABLE "private"."proposal_threads" IS 'Conversations about a proposal; with a node and a JSON pointer in its file about that place.';

COMMENT ON TABLE "public"."proposals" IS 'What is proposed to become part of a branch. It outlives both branches and its author: their names are kept.';

COMMENT ON TYPE "private"."proposal_check" IS 'A check of a proposal: passed, pending, failed (holds it up) or noted (does not), and in words.';

COMMENT ON TYPE "public"."broken_node" IS 'A node that refers to one which a proposal changes: over how many steps, and whether from another project.';

COMMENT ON TYPE "public"."group_reviewing_team" IS 'A team of which so many must approve proposals in the projects of a group.';

REVOKE ALL ON FUNCTION "private"."allow_proposing"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."allow_proposing"() TO "postgres";

REVOKE ALL ON FUNCTION "private"."announce_proposals"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."announce_proposals"() TO "postgres";

REVOKE ALL ON FUNCTION "private"."awaited_of"(bigint, public.proposals) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."awaited_of"(bigint, public.proposals) TO "postgres";

REVOKE ALL ON FUNCTION "private"."end_proposal"(bigint, text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."end_proposal"(bigint, text) TO "postgres";

REVOKE ALL ON FUNCTION "private"."follow_proposed_content"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."follow_proposed_content"() TO "postgres";

REVOKE ALL ON FUNCTION "private"."forget_in_proposals"(bigint) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."forget_in_proposals"(bigint) TO "postgres";

REVOKE ALL ON FUNCTION "private"."live_approvals"(public.proposals) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."live_approvals"(public.proposals) TO "postgres";

REVOKE ALL ON FUNCTION "private"."log_proposal"(bigint, text, jsonb) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."log_proposal"(bigint, text, jsonb) TO "postgres";

REVOKE ALL ON FUNCTION "private"."mail_proposal"(bigint, text, bigint[], jsonb) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."mail_proposal"(bigint, text, bigint[], jsonb) TO "postgres";

REVOKE ALL ON FUNCTION "private"."open_proposal_thread"(bigint) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."open_proposal_thread"(bigint) TO "postgres";

REVOKE ALL ON FUNCTION "private"."own_proposal_comment"(bigint, text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."own_proposal_comment"(bigint, text) TO "postgres";

REVOKE ALL ON FUNCTION "private"."people_of_proposal"(bigint) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."people_of_proposal"(bigint) TO "postgres";

REVOKE ALL ON FUNCTION "private"."proposal_checks"(public.proposals) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."proposal_checks"(public.proposals) TO "postgres";

REVOKE ALL ON FUNCTION "private"."proposal_comparison_state"(public.proposals) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."proposal_comparison_state"(public.proposals) TO "postgres";

REVOKE ALL ON FUNCTION "private"."proposal_requirements"(public.proposals) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."proposal_requirements"(public.proposals) TO "postgres";

REVOKE ALL ON FUNCTION "private"."proposal_shown"(public.proposals, bigint) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."proposal_shown"(public.proposals, bigint) TO "postgres";

REVOKE ALL ON FUNCTION "private"."proposals_read"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."proposals_read"() TO "postgres";

REVOKE ALL ON FUNCTION "private"."queue_proposal_comparison"(bigint) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."queue_proposal_comparison"(bigint) TO "postgres";

REVOKE ALL ON FUNCTION "private"."reads_proposals"(bigint, bigint) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."reads_proposals"(bigint, bigint) TO "postgres";

REVOKE ALL ON FUNCTION "private"."require_own_proposal"(bigint) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."require_own_proposal"(bigint) TO "postgres";

REVOKE ALL ON FUNCTION "private"."require_proposal"(bigint, text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."require_proposal"(bigint, text) TO "postgres";

REVOKE ALL ON FUNCTION "private"."say_of_proposal"(private.proposal_threads, text, uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."say_of_proposal"(private.proposal_threads, text, uuid) TO "postgres";

REVOKE ALL ON FUNCTION "private"."tell_of_proposal_comment"(bigint) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."tell_of_proposal_comment"(bigint) TO "postgres";

REVOKE ALL ON FUNCTION "private"."touch_proposal"(bigint) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."touch_proposal"(bigint) TO "postgres";

REVOKE ALL ON FUNCTION "public"."ask_reviewer"(bigint, bigint, bigint, boolean) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."ask_reviewer"(bigint, bigint, bigint, boolean) TO "authenticated", "postgres";

REVOKE ALL ON FUNCTION "public"."close_proposal"(bigint) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."close_proposal"(bigint) TO "authenticated", "postgres";

REVOKE ALL ON FUNCTION "public"."create_proposal"(bigint, text, text, bigint) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."create_proposal"(bigint, text, text, bigint) TO "authenticated", "postgres";

REVOKE ALL ON FUNCTION "public"."delete_proposal_comment"(bigint) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."delete_proposal_comment"(bigint) TO "authenticated", "postgres";

REVOKE ALL ON FUNCTION "public"."edit_proposal_comment"(bigint, text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."edit_proposal_comment"(bigint, text) TO "authenticated", "postgres";

REVOKE ALL ON FUNCTION "public"."group_reviewers"(bigint) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."group_reviewers"(bigint) TO "authenticated", "postgres";

REVOKE ALL ON FUNCTION "public"."list_proposals"(bigint, text, text, bigint, text, integer, integer) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."list_proposals"(bigint, text, text, bigint, text, integer, integer) TO "authenticated", "postgres";

REVOKE ALL ON FUNCTION "public"."proposal_at"(bigint, text, text, bigint) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."proposal_at"(bigint, text, text, bigint) TO "authenticated", "postgres";

REVOKE ALL ON FUNCTION "public"."proposal_discussion"(bigint) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."proposal_discussion"(bigint) TO "authenticated", "postgres";

REVOKE ALL ON FUNCTION "public"."proposal_impact"(bigint, integer, integer) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."proposal_impact"(bigint, integer, integer) TO "authenticated", "postgres";

REVOKE ALL ON FUNCTION "public"."proposal_nodes"(bigint, text, text, integer, integer) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."proposal_nodes"(bigint, text, text, integer, integer) TO "authenticated", "postgres";

REVOKE ALL ON FUNCTION "public"."proposal_people"(bigint, text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."proposal_people"(bigint, text) TO "authenticated", "postgres";

REVOKE ALL ON FUNCTION "public"."reopen_proposal"(bigint) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."reopen_proposal"(bigint) TO "authenticated", "postgres";

REVOKE ALL ON FUNCTION "public"."reply_to_proposal_thread"(bigint, text, uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."reply_to_proposal_thread"(bigint, text, uuid) TO "authenticated", "postgres";

REVOKE ALL ON FUNCTION "public"."resolve_proposal_thread"(bigint, boolean) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."resolve_proposal_thread"(bigint, boolean) TO "authenticated", "postgres";

REVOKE ALL ON FUNCTION "public"."review_proposal"(bigint, text, text, text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."review_proposal"(bigint, text, text, text) TO "authenticated", "postgres";

REVOKE ALL ON FUNCTION "public"."set_group_reviewers"(bigint, bigint, integer) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."set_group_reviewers"(bigint, bigint, integer) TO "authenticated", "postgres";

REVOKE ALL ON FUNCTION "public"."start_proposal_thread"(bigint, text, uuid, text, text, text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."start_proposal_thread"(bigint, text, uuid, text, text, text) TO "authenticated", "postgres";

REVOKE ALL ON FUNCTION "public"."unask_reviewer"(bigint, bigint, bigint) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."unask_reviewer"(bigint, bigint, bigint) TO "authenticated", "postgres";

REVOKE ALL ON FUNCTION "public"."update_proposal"(bigint, text, text, text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."update_proposal"(bigint, text, text, text) TO "authenticated", "postgres";

REVOKE ALL ON FUNCTION "public"."withdraw_review"(bigint) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."withdraw_review"(bigint) TO "authenticated", "postgres";

GRANT DELETE, INSERT, MAINTAIN, REFERENCES, SELECT, TRIGGER, TRUNCATE, UPDATE ON TABLE "private"."group_reviewers" TO "postgres";

GRANT DELETE, INSERT, MAINTAIN, REFERENCES, SELECT, TRIGGER, TRUNCATE, UPDATE ON TABLE "private"."outside_references" TO "postgres";

GRANT DELETE, INSERT, MAINTAIN, REFERENCES, SELECT, TRIGGER, TRUNCATE, UPDATE ON TABLE "private"."proposal_comments" TO "postgres";

GRANT DELETE, INSERT, MAINTAIN, REFERENCES, SELECT, TRIGGER, TRUNCATE, UPDATE ON TABLE "private"."proposal_comparisons" TO "postgres";

GRANT DELETE, INSERT, MAINTAIN, REFERENCES, SELECT, TRIGGER, TRUNCATE, UPDATE ON TABLE "private"."proposal_mentions" TO "postgres";

GRANT DELETE, INSERT, MAINTAIN, REFERENCES, SELECT, TRIGGER, TRUNCATE, UPDATE ON TABLE "private"."proposal_nodes" TO "postgres";

GRANT DELETE, INSERT, MAINTAIN, REFERENCES, SELECT, TRIGGER, TRUNCATE, UPDATE ON TABLE "private"."proposal_reviewers" TO "postgres";

GRANT DELETE, INSERT, MAINTAIN, REFERENCES, SELECT, TRIGGER, TRUNCATE, UPDATE ON TABLE "private"."proposal_reviews" TO "postgres";

GRANT DELETE, INSERT, MAINTAIN, REFERENCES, SELECT, TRIGGER, TRUNCATE, UPDATE ON TABLE "private"."proposal_threads" TO "postgres";

GRANT SELECT ON TABLE "public"."proposals" TO "authenticated";

GRANT DELETE, INSERT, MAINTAIN, REFERENCES, SELECT, TRIGGER, TRUNCATE, UPDATE ON TABLE "public"."proposals" TO "postgres";

GRANT USAGE ON TYPE "private"."proposal_check" TO "postgres";

GRANT USAGE ON TYPE "public"."broken_node" TO "postgres";

GRANT USAGE ON TYPE "public"."group_reviewing_team" TO "postgres";

-- By hand: the rows of the catalogue.
insert into private.reasons (reason, code, status, sentence, field) values
  ('proposal_not_found', 'NOT_FOUND', 404, 'Proposal not found.', null),
  ('proposal_has_ended', 'CONFLICT', 409, 'This proposal is not open any more.', null),
  ('proposal_is_open', 'CONFLICT', 409, 'This branch has an open proposal already.', null),
  ('proposal_is_own', 'ACTION_PROHIBITED', 403, 'Nobody reviews their own proposal.', null),
  ('proposal_has_moved', 'CONFLICT', 409, 'The content has changed since you looked at it. Look at it once more.', null),
  ('proposal_without_difference', 'VALIDATION_ERROR', 400, 'A branch cannot be proposed for itself.', 'baseline_branch_id'),
  ('too_many_proposals', 'ACTION_PROHIBITED', 403, 'A project has at most {limit} open proposals.', null),
  ('too_many_reviewers', 'ACTION_PROHIBITED', 403, 'At most {limit} can be asked for a review.', null),
  ('reviewer_reads_not', 'VALIDATION_ERROR', 400, 'They do not see proposals of this project.', 'user_id'),
  ('approvals_out_of_range', 'VALIDATION_ERROR', 400, 'Between 0 and 10 approvals can be needed.', 'approvals'),
  ('proposal_compared', null, null, 'Both branches were compared as they are.', null),
  ('proposal_comparing', null, null, 'Both branches are being compared.', null),
  ('proposal_not_comparable', null, null, 'The branches could not be compared.', null),
  ('proposal_without_content', null, null, 'Nothing of this branch is published yet. Publish it in the Studio to see what changes.', null),
  ('proposal_baseline_without_content', null, null, 'The branch that it is for has no content yet.', null),
  ('proposal_branch_gone', null, null, 'A branch of this proposal was deleted.', null),
  ('proposal_analysis_passed', null, null, 'The newest analysis of the branch succeeded.', null),
  ('proposal_analysis_failed', null, null, 'The newest analysis of the branch failed.', null),
  ('proposal_analysis_pending', null, null, 'The branch is being analysed.', null),
  ('proposal_approvals_missing', null, null, 'Required approvals are missing: {missing}.', null),
  ('proposal_approvals_given', null, null, 'All required approvals are given.', null),
  ('proposal_approvals_free', null, null, 'No approval is required.', null),
  ('proposal_objections', null, null, 'Changes were requested.', null),
  ('proposal_objections_none', null, null, 'Nobody requests changes.', null),
  ('proposal_threads_open', null, null, 'Open threads: {count}.', null),
  ('proposal_threads_none', null, null, 'No thread is open.', null);
