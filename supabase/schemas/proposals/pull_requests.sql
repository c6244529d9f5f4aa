-- Pull requests: proposals of projects from Git follow what their host tells, and lead there.

-- # Rules

create function private.repository_page(kind text, remote text)
returns text
language sql
immutable
set search_path = ''
as $$
  select case when kind in ('github', 'gitlab', 'bitbucket_cloud', 'azure_devops_server', 'azure_devops_services')
    then regexp_replace(remote, '(\.git)?/?$', '') end
$$;
comment on function private.repository_page is 'The page of a repository at its Git host; null where that is not known by its address.';

create function private.url_part(value text)
returns text
language sql
immutable
set search_path = ''
as $$
  select string_agg(case when c.byte ~ '^[A-Za-z0-9._~-]$' then c.byte else '%' || upper(encode(convert_to(c.byte, 'utf8'), 'hex')) end, '' order by c.place)
  from regexp_split_to_table(value, '') with ordinality c (byte, place)
  where octet_length(c.byte) = 1
$$;
comment on function private.url_part is 'A text within an address. What is no ASCII is left out: names of branches that have it are shown, not linked.';

create function private.pull_request_page(kind text, remote text, number integer)
returns text
language sql
immutable
set search_path = ''
as $$
  select private.repository_page(kind, remote) || case
    when kind = 'github' then '/pull/'
    when kind = 'gitlab' then '/-/merge_requests/'
    when kind = 'bitbucket_cloud' then '/pull-requests/'
    else '/pullrequest/' end || number
$$;
comment on function private.pull_request_page is 'The page of a pull request at its Git host.';

create function private.new_pull_request_page(kind text, remote text, branch text, target text)
returns text
language sql
immutable
set search_path = ''
as $$
  select case when branch ~ '^[ -~]+$' and target ~ '^[ -~]+$' then private.repository_page(kind, remote) || case
    when kind = 'github' then '/compare/' || private.url_part(target) || '...' || private.url_part(branch) || '?expand=1'
    when kind = 'gitlab' then '/-/merge_requests/new?merge_request%5Bsource_branch%5D=' || private.url_part(branch)
      || '&merge_request%5Btarget_branch%5D=' || private.url_part(target)
    when kind = 'bitbucket_cloud' then '/pull-requests/new?source=' || private.url_part(branch) || '&dest=' || private.url_part(target)
    else '/pullrequestcreate?sourceRef=' || private.url_part(branch) || '&targetRef=' || private.url_part(target) end end
$$;
comment on function private.new_pull_request_page is 'Where a pull request of a branch is begun at its Git host.';

create function private.follow_pull_request(project_id bigint, branch_name text, kind text, pull_request jsonb)
returns void
language plpgsql
security definer
set search_path = ''
as $$
declare
  number constant integer := case when follow_pull_request.pull_request ->> 'number' ~ '^[0-9]{1,9}$'
    then (follow_pull_request.pull_request ->> 'number')::integer end;
  proposal public.proposals;
begin
  select * into proposal from public.proposals o
  where o.project_id = follow_pull_request.project_id and o.status = 'open' and o.baseline_name = follow_pull_request.pull_request ->> 'target'
    -- Of a merge the host names the branch that it went into; of what is closed only the one that the proposal leads to counts.
    and case when follow_pull_request.kind in ('pull_request_merged', 'pull_request_closed') then o.pull_request = number
      else o.branch_name = follow_pull_request.branch_name end
  order by o.id desc limit 1 for no key update;
  if number is null then
    return;
  elsif proposal.id is null then
    if follow_pull_request.kind in ('pull_request_opened', 'pull_request_synchronised') then
      perform private.reopen_with_pull_request(follow_pull_request.project_id, follow_pull_request.branch_name,
        follow_pull_request.pull_request ->> 'target', number);
    end if;
    return;
  end if;
  update public.proposals o set pull_request = number, updated_at = now() where o.id = proposal.id;
  if follow_pull_request.kind = 'pull_request_merged' then
    perform private.end_proposal(proposal.id, 'merged');
    perform private.mail_proposal(proposal.id, 'merged', private.people_of_proposal(proposal.id));
  elsif follow_pull_request.kind = 'pull_request_closed' then
    perform private.end_proposal(proposal.id, 'closed');
  end if;
end
$$;
comment on function private.follow_pull_request is 'What a Git host tells of a pull request concerns the proposal of the same two branches: it leads there, is merged or closed with it, and opened again.';

create function private.reopen_with_pull_request(project_id bigint, branch_name text, target text, number integer)
returns void
language plpgsql
security definer
set search_path = ''
as $$
declare
  proposal public.proposals;
begin
  -- The project comes first, as for everyone who opens a proposal: the bound holds.
  perform 1 from public.projects p where p.id = reopen_with_pull_request.project_id for no key update;
  -- Of the last one only, and not where somebody closed it here: they said so.
  select * into proposal from public.proposals o
  where o.project_id = reopen_with_pull_request.project_id and o.branch_name = reopen_with_pull_request.branch_name
  order by o.id desc limit 1 for no key update;
  if proposal.status is distinct from 'closed' or proposal.pull_request is distinct from number or proposal.ended_by is not null
    or proposal.branch_id is null or proposal.baseline_branch_id is null or proposal.baseline_name is distinct from reopen_with_pull_request.target
    -- A branch has one proposal at a time: an older one may have been opened again here.
    or exists (select 1 from public.proposals other where other.branch_id = proposal.branch_id and other.status in ('open', 'merging'))
    or private.proposals_left(reopen_with_pull_request.project_id) <= 0 then
    return;
  end if;
  update public.proposals o set status = 'open', ended_at = null, updated_at = now() where o.id = proposal.id;
  perform private.queue_proposal_comparison(proposal.id);
  perform private.log_proposal(proposal.id, 'project.proposal.reopened');
end
$$;
comment on function private.reopen_with_pull_request is 'Opens the last proposal of a branch again that its host closed with this pull request, where it still leads to the same branch, the branch has no other and the project not as many as it may.';

create function private.queue_proposal_report()
returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  if new.status in ('open', 'merged', 'closed') and exists (
    select 1 from public.project_repositories r where r.project_id = new.project_id and r.commit_statuses and r.workspace_integration_id is not null) then
    -- What follows within seconds is told together.
    perform graphile_worker.add_job('report_proposal', json_build_object('proposal_id', new.id),
      queue_name => 'hosts:' || new.workspace_id, job_key => 'report_proposal:' || new.id, run_at => now() + interval '5 seconds', max_attempts => 5);
  end if;
  return null;
end
$$;
comment on function private.queue_proposal_report is 'The Git host hears where a proposal stands, by a status of the commit.';
create trigger report_proposal after insert or update on public.proposals for each row execute function private.queue_proposal_report();
