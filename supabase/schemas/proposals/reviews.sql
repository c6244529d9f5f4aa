-- Reviews: who is asked to look at a proposal, what they said of which content, and what speaks against merging it.

-- # Tables

create table private.group_reviewers (
  group_id bigint not null references public.groups (id) on delete cascade,
  team_id bigint not null references public.teams (id) on delete cascade,
  workspace_id bigint not null references public.workspaces (id) on delete cascade,
  approvals integer not null default 1 constraint check_group_reviewers_approvals check (approvals between 1 and 10),
  created_at timestamptz not null default now(),
  primary key (group_id, team_id)
);
comment on table private.group_reviewers is 'Of which team how many must approve before a proposal in a project of a group is merged.';
create index group_reviewers_team_idx on private.group_reviewers (team_id);
create index group_reviewers_workspace_idx on private.group_reviewers (workspace_id);
alter table private.group_reviewers enable row level security;

create table private.proposal_reviewers (
  id bigint generated always as identity primary key,
  proposal_id bigint not null references public.proposals (id) on delete cascade,
  user_id bigint references public.users (id) on delete cascade,
  team_id bigint references public.teams (id) on delete cascade,
  is_required boolean not null default false,
  created_at timestamptz not null default now(),
  asked_by bigint references public.users (id) on delete set null,
  check (num_nonnulls(user_id, team_id) = 1),
  unique (proposal_id, user_id),
  unique (proposal_id, team_id)
);
comment on table private.proposal_reviewers is 'People and teams that are asked to review a proposal. Of a required team one approval is enough.';
comment on column private.proposal_reviewers.asked_by is 'Who asked, or has made them required since; null for a deleted account, and for who was asked before this was kept.';
create index proposal_reviewers_user_idx on private.proposal_reviewers (user_id);
create index proposal_reviewers_team_idx on private.proposal_reviewers (team_id);
create index proposal_reviewers_asked_by_idx on private.proposal_reviewers (asked_by);
alter table private.proposal_reviewers enable row level security;

create table private.proposal_reviews (
  id bigint generated always as identity primary key,
  proposal_id bigint not null references public.proposals (id) on delete cascade,
  user_id bigint references public.users (id) on delete set null,
  verdict text not null check (verdict in ('approved', 'changes_requested')),
  content_hash text not null,
  note text not null default '' constraint check_proposal_reviews_note check (length(note) <= 2000),
  created_at timestamptz not null default now(),
  is_newest boolean not null default true,
  fallen_at timestamptz
);
comment on table private.proposal_reviews is 'What people said of a proposal as a whole; of each the newest counts.';
comment on column private.proposal_reviews.content_hash is 'Of the branch, as it was looked at.';
comment on column private.proposal_reviews.fallen_at is 'When the content changed after an approval, which counts no more.';
create index proposal_reviews_proposal_idx on private.proposal_reviews (proposal_id, id);
create unique index proposal_reviews_newest_idx on private.proposal_reviews (proposal_id, user_id) where is_newest and user_id is not null;
create index proposal_reviews_user_idx on private.proposal_reviews (user_id);
alter table private.proposal_reviews enable row level security;

-- # Rules

create function private.touch_proposal(proposal_id bigint)
returns void
language sql
security definer
set search_path = ''
as $$
  update public.proposals o set updated_at = now() where o.id = touch_proposal.proposal_id
$$;
comment on function private.touch_proposal is 'Something happened to a proposal: lists are sorted by it, and screens hear of it.';

create function private.last_pusher(branch_id bigint)
returns bigint
language sql
stable
security definer
set search_path = ''
as $$
  select c.author_id from public.branches b join public.commits c on c.branch_id = b.id and c.sha = b.commit_hash where b.id = last_pusher.branch_id
$$;
comment on function private.last_pusher is 'Who brought the content that a branch has now; null where a script or a Git host did.';

create function private.live_approvals(proposal public.proposals)
returns setof bigint
language sql
stable
security definer
set search_path = ''
as $$
  select r.user_id
  from private.proposal_reviews r join public.branches b on b.id = proposal.branch_id
  where r.proposal_id = proposal.id and r.is_newest and r.verdict = 'approved' and r.fallen_at is null and r.content_hash = b.content_hash
    and r.user_id is distinct from proposal.author_id and r.user_id is distinct from private.last_pusher(b.id)
    and private.reads_proposals(r.user_id, proposal.project_id)
$$;
comment on function private.live_approvals is 'Who has approved the content that a branch has now, has neither proposed nor brought it, and reads it still.';

create function private.proposal_requirements(proposal public.proposals)
returns table (kind text, id bigint, name text, needed integer, given integer)
language sql
stable
security definer
set search_path = ''
as $$
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
$$;
comment on function private.proposal_requirements is 'Which approvals are needed, and how many of them are given for the content as it is now. A person who may not read it any more holds nothing up.';

create type public.proposal_check as (name text, state text, sentence text);
comment on type public.proposal_check is 'A check of a proposal: passed, pending, failed (holds it up) or noted (does not), and in words.';

create function private.proposal_checks(proposal public.proposals)
returns setof public.proposal_check
language plpgsql
stable
security definer
set search_path = ''
as $$
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
      when 'unpublished_baseline' then 'proposal_baseline_without_content' else 'proposal_branch_gone' end))::public.proposal_check;
  select t.status into analysis from public.task_logs t
  where t.branch_id = proposal.branch_id and t.task_id = 'analyze' order by t.created_at desc limit 1;
  if analysis is not null then
    return next row('analysis', case analysis when 'success' then 'passed' when 'failed' then 'failed' else 'pending' end,
      private.sentence(case analysis when 'success' then 'proposal_analysis_passed' when 'failed' then 'proposal_analysis_failed'
        else 'proposal_analysis_pending' end))::public.proposal_check;
  end if;
  select count(*), count(*) filter (where r.given < r.needed) into needed, missing from private.proposal_requirements(proposal) r;
  return next row('approvals', case when missing = 0 then 'passed' else 'failed' end,
    private.sentence(case when missing > 0 then 'proposal_approvals_missing' when needed > 0 then 'proposal_approvals_given' else 'proposal_approvals_free' end,
      jsonb_build_object('missing', missing)))::public.proposal_check;
  select count(*) into objectors from private.proposal_reviews r
  where r.proposal_id = proposal.id and r.is_newest and r.verdict = 'changes_requested' and private.reads_proposals(r.user_id, proposal.project_id);
  return next row('objections', case when objectors = 0 then 'passed' else 'failed' end,
    private.sentence(case when objectors = 0 then 'proposal_objections_none' else 'proposal_objections' end))::public.proposal_check;
  select count(*) into threads from private.proposal_threads t where t.proposal_id = proposal.id and t.resolved_at is null;
  return next row('discussion', case when threads = 0 then 'passed' else 'noted' end,
    private.sentence(case when threads = 0 then 'proposal_threads_none' else 'proposal_threads_open' end, jsonb_build_object('count', threads)))::public.proposal_check;
end
$$;
comment on function private.proposal_checks is 'What is looked at before a proposal is merged, and how each stands.';

create function private.follow_proposed_content()
returns trigger
language plpgsql
security definer
set search_path = ''
as $$
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
$$;
comment on function private.follow_proposed_content is 'Other content of a branch: what it proposes is compared anew and its approvals fall; what is proposed for it is merged where it has just become the same.';
create trigger follow_proposals after update of content_hash on public.branches for each row
  when (new.content_hash is not null and new.content_hash is distinct from old.content_hash)
  execute function private.follow_proposed_content();

create function private.reason_against_unasking(proposal public.proposals, reviewer private.proposal_reviewers)
returns text
language sql
stable
security definer
set search_path = ''
as $$
  select case when reviewer.is_required and proposal.author_id = private.current_user_id() and reviewer.asked_by is distinct from proposal.author_id
    then 'reviewer_asked_by_another' end
$$;
comment on function private.reason_against_unasking is 'What speaks against the caller doing without a review: who proposes does not take back what another requires. Null for nothing.';

create function private.sees_team(team_id bigint)
returns boolean
language sql
stable
security definer
set search_path = ''
as $$
  select exists (
    select 1 from public.teams t where t.id = sees_team.team_id and (
      t.workspace_id in (select private.workspace_ids_with('WorkspaceTeamsView')) or t.id in (select private.team_ids_with('team_view'))))
$$;
comment on function private.sees_team is 'Whether the caller may know of a team.';

-- # Calls

create function public.ask_reviewer(p_proposal_id bigint, p_user_id bigint default null, p_team_id bigint default null, p_is_required boolean default false)
returns void
language plpgsql
security definer
set search_path = ''
as $$
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
$$;
comment on function public.ask_reviewer is 'Asks a person or a team for a review, 50 at most; called again it says whether they are required.';

create function public.unask_reviewer(p_proposal_id bigint, p_user_id bigint default null, p_team_id bigint default null)
returns void
language plpgsql
security definer
set search_path = ''
as $$
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
$$;
comment on function public.unask_reviewer is 'Asks a person or a team no more. Whom another requires, who proposes cannot do without.';

create function public.review_proposal(p_proposal_id bigint, p_verdict text, p_content_hash text, p_note text default '')
returns void
language plpgsql
security definer
set search_path = ''
as $$
declare
  proposal public.proposals := private.require_proposal(p_proposal_id);
  me constant bigint := private.current_user_id();
  content text;
begin
  perform private.allow_proposing();
  -- Locked, so that content that comes meanwhile lets the approval fall; the branch first, as whatever brings content does.
  select b.content_hash into content from public.branches b where b.id = proposal.branch_id for share;
  select * into proposal from public.proposals o where o.id = proposal.id for update;
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
$$;
comment on function public.review_proposal is 'Approves a proposal or requests changes, by the content that was looked at (p_content_hash); nobody reviews their own, and nobody approves content that they brought last.';

create function public.withdraw_review(p_proposal_id bigint)
returns void
language plpgsql
security definer
set search_path = ''
as $$
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
$$;
comment on function public.withdraw_review is 'Takes back what the caller said of a proposal as a whole.';

create type public.group_reviewing_team as (team_id bigint, name text, approvals integer);
comment on type public.group_reviewing_team is 'A team of which so many must approve proposals in the projects of a group.';

create function public.group_reviewers(p_group_id bigint)
returns setof public.group_reviewing_team
language plpgsql
stable
security definer
set search_path = ''
as $$
begin
  perform private.require_in_group(p_group_id, 'group_view');
  return query
  select t.id, t.name::text, g.approvals from private.group_reviewers g join public.teams t on t.id = g.team_id
  where g.group_id = p_group_id order by t.name, t.id;
end
$$;
comment on function public.group_reviewers is 'The teams whose approval proposals in the projects of a group need.';

create function public.set_group_reviewers(p_group_id bigint, p_team_id bigint, p_approvals integer)
returns void
language plpgsql
security definer
set search_path = ''
as $$
declare
  host bigint;
  most constant integer := 20;
  was integer;
begin
  perform private.require_in_group(p_group_id, 'group_update');
  select g.workspace_id into host from public.groups g where g.id = p_group_id for no key update;
  was := coalesce((select g.approvals from private.group_reviewers g where g.group_id = p_group_id and g.team_id = p_team_id), 0);
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
    'team', (select t.name from public.teams t where t.id = p_team_id), 'old', was, 'approvals', p_approvals));
end
$$;
comment on function public.set_group_reviewers is 'How many of a team that the caller sees must approve proposals in the projects of a group, at most 10; none by 0, of any that is asked there.';

-- # Grants

grant execute on function
  public.ask_reviewer, public.unask_reviewer, public.review_proposal, public.withdraw_review, public.group_reviewers, public.set_group_reviewers
to authenticated;
