-- Mails of proposals: who is told what happened to one.

-- # Rules

create function private.people_of_proposal(proposal_id bigint)
returns bigint[]
language sql
stable
security definer
set search_path = ''
as $$
  select array(
    select distinct p.user_id from (
      select o.author_id as user_id from public.proposals o where o.id = people_of_proposal.proposal_id
      union all
      select r.user_id from private.proposal_reviews r where r.proposal_id = people_of_proposal.proposal_id
      union all
      select r.user_id from private.proposal_reviewers r where r.proposal_id = people_of_proposal.proposal_id
    ) p where p.user_id is not null order by p.user_id limit 100)
$$;
comment on function private.people_of_proposal is 'Who proposed it, reviewed it or was asked to, at most 100.';

create function private.mail_proposal(proposal_id bigint, event text, user_ids bigint[], more jsonb default '{}')
returns void
language plpgsql
security definer
set search_path = ''
as $$
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
$$;
comment on function private.mail_proposal is 'Mails people what happened to a proposal, in the transaction in which it happens: who still reads it and wants such mails, at most 50 a day each, and not who did it.';
