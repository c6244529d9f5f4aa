set local check_function_bodies = off;

-- What people and programs read different hosts in was made to lead a trail elsewhere unseen.
delete from private.audit_webhooks where url !~ '^https?://[^/?#@\\\s]+([/?#][^\\\s]*)?$';

-- After a merge the files of the other branch were kept as what both had: the next merge would have undone what came to that
-- one from elsewhere. What they began with is found out from the commits, and what is in doubt is asked.
delete from private.branch_origins o where exists (select from public.proposals p where p.branch_id = o.branch_id and p.status = 'merged');

ALTER TABLE "private"."audit_webhooks" DROP CONSTRAINT "check_audit_webhooks_url";

CREATE TABLE "private"."proposal_merge_files" ("proposal_id" bigint NOT NULL, "path" text NOT NULL, "workspace_id" bigint NOT NULL, "hash" bytea NOT NULL, CONSTRAINT "proposal_merge_files_pkey" PRIMARY KEY (proposal_id, path));

ALTER TABLE "private"."proposal_merge_files" ENABLE ROW LEVEL SECURITY;

CREATE OR REPLACE FUNCTION private.compare_what_waits()
 RETURNS integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  waiting bigint;
  queued integer := 0;
begin
  for waiting in
    select o.id from public.proposals o
    where o.status in ('open', 'merging') and o.updated_at < now() - interval '30 minutes' and private.proposal_comparison_state(o) = 'comparing'
    order by o.updated_at desc limit 500
  loop
    perform private.queue_proposal_comparison(waiting);
    queued := queued + 1;
  end loop;
  return queued;
end
$function$;

CREATE OR REPLACE FUNCTION private.follow_merge()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  merge private.proposal_merges;
  proposal public.proposals;
  baseline public.branches;
begin
  select m.* into merge from private.proposal_merges m where m.job_id = new.job_id;
  select o.* into proposal from public.proposals o where o.id = merge.proposal_id and o.status = 'merging' for no key update;
  if proposal.id is null then
    return null;
  elsif new.status = 'failed' then
    perform private.give_up_merge(proposal.id, new.payload #>> '{error,message}');
    return null;
  end if;
  select b.* into baseline from public.branches b where b.id = proposal.baseline_branch_id;
  update public.commits c set message = left('Merge ' || proposal.branch_name || ': ' || proposal.title, 5000)
  where c.branch_id = baseline.id and c.sha = baseline.commit_hash and c.message = '';
  if merge.version is not null then
    insert into public.releases (project_id, branch_id, version, notes, commit_hash, analyzed_at, author_id)
    select proposal.project_id, baseline.id, merge.version, coalesce(proposal.changelog, c.draft, ''), baseline.commit_hash, baseline.last_analyzed_at, merge.user_id
    from (select 1) one left join private.proposal_comparisons c on c.proposal_id = proposal.id
    on conflict do nothing;
  end if;
  if proposal.branch_id is not null then
    perform private.keep_merged_origin(proposal.branch_id, proposal.id);
  end if;
  perform private.end_proposal(proposal.id, 'merged');
  perform private.mail_proposal(proposal.id, 'merged', private.people_of_proposal(proposal.id));
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION private.give_up_merge(proposal_id bigint, problem text, outcome text DEFAULT NULL::text)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  said constant text := coalesce(give_up_merge.problem, private.sentence(case give_up_merge.outcome
    when 'moved' then 'proposal_has_moved' when 'empty' then 'proposal_merge_empty' when 'too large' then 'proposal_merge_too_large'
    else 'proposal_merge_failed' end));
begin
  update private.proposal_merges m set problem = left(said, 2000), job_id = null where m.proposal_id = give_up_merge.proposal_id;
  delete from private.proposal_merge_files f where f.proposal_id = give_up_merge.proposal_id;
  update public.proposals o set status = 'open', ended_by = null, updated_at = now() where o.id = give_up_merge.proposal_id and o.status = 'merging';
  if found then
    perform private.queue_proposal_comparison(give_up_merge.proposal_id);
    perform private.mail_proposal(give_up_merge.proposal_id, 'merge_failed', array[m.user_id])
    from private.proposal_merges m where m.proposal_id = give_up_merge.proposal_id;
  end if;
end
$function$;

CREATE OR REPLACE FUNCTION private.has_plain_host(url text)
 RETURNS boolean
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select length(url) <= 2000 and url ~ '^https?://[^/?#@\\\s]+([/?#][^\\\s]*)?$'
$function$;

CREATE OR REPLACE FUNCTION private.host_in(url text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select substring(url from '^[a-z]+://([^/?#]+)')
$function$;

CREATE OR REPLACE FUNCTION private.is_job_alive(job_key text)
 RETURNS boolean
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  return exists (
    select 1 from graphile_worker.jobs j where j.key = is_job_alive.job_key and (j.locked_at is not null or j.attempts < j.max_attempts));
end
$function$;

CREATE OR REPLACE FUNCTION private.keep_invoices(workspace_id bigint, invoices jsonb, knows_refunds boolean)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  invoice jsonb;
  was public.billing_invoices;
  -- What is found behind the oldest known one is history, and no news.
  oldest constant timestamptz := (select min(i.created_at) from public.billing_invoices i where i.workspace_id = keep_invoices.workspace_id);
  is_history boolean;
begin
  for invoice in select value from jsonb_array_elements(coalesce(invoices, '[]')) loop
    select * into was from public.billing_invoices i where i.stripe_invoice_id = invoice ->> 'id';
    is_history := was.id is null and coalesce(to_timestamp((invoice ->> 'created')::bigint) < oldest, false);
    insert into public.billing_invoices (workspace_id, stripe_invoice_id, number, status, total, amount_due, amount_paid, currency,
      billing_reason, period_start, period_end, hosted_invoice_url, invoice_pdf, error, created_at, amount_refunded, amount_credited)
    values (keep_invoices.workspace_id, invoice ->> 'id', invoice ->> 'number', invoice ->> 'status', (invoice ->> 'total')::integer,
      (invoice ->> 'amount_due')::integer, (invoice ->> 'amount_paid')::integer, invoice ->> 'currency', invoice ->> 'billing_reason',
      to_timestamp((invoice ->> 'period_start')::bigint), to_timestamp((invoice ->> 'period_end')::bigint), invoice ->> 'hosted_invoice_url',
      invoice ->> 'invoice_pdf', invoice ->> 'error', to_timestamp((invoice ->> 'created')::bigint),
      coalesce((invoice ->> 'amount_refunded')::integer, 0), coalesce((invoice ->> 'amount_credited')::integer, 0))
    on conflict (stripe_invoice_id) do update set number = excluded.number, status = excluded.status, total = excluded.total,
      amount_due = excluded.amount_due, amount_paid = excluded.amount_paid, hosted_invoice_url = excluded.hosted_invoice_url,
      invoice_pdf = excluded.invoice_pdf, error = excluded.error,
      -- Nothing that was given back is taken again; of what is given back of old invoices a short reading sees nothing.
      amount_refunded = greatest(billing_invoices.amount_refunded, excluded.amount_refunded),
      amount_credited = excluded.amount_credited
    where (billing_invoices.number, billing_invoices.status, billing_invoices.total, billing_invoices.amount_due, billing_invoices.amount_paid,
        billing_invoices.hosted_invoice_url, billing_invoices.invoice_pdf, billing_invoices.error, billing_invoices.amount_refunded, billing_invoices.amount_credited)
      is distinct from (excluded.number, excluded.status, excluded.total, excluded.amount_due, excluded.amount_paid,
        excluded.hosted_invoice_url, excluded.invoice_pdf, excluded.error, excluded.amount_refunded, excluded.amount_credited)
      -- What was paid or voided does not become open again.
      and (billing_invoices.status not in ('paid', 'void') or excluded.status = billing_invoices.status);
    if invoice ->> 'status' = 'paid' and was.status is distinct from 'paid' and (invoice ->> 'total')::integer <> 0 and not is_history then
      perform private.log_billing(workspace_id, 'billing.invoice.paid',
        jsonb_build_object('number', invoice ->> 'number', 'total', (invoice ->> 'total')::integer, 'currency', invoice ->> 'currency'));
    end if;
    if knows_refunds and not is_history and (invoice ->> 'amount_refunded')::integer > coalesce(was.amount_refunded, 0) then
      perform private.log_billing(workspace_id, 'billing.invoice.refunded', jsonb_build_object('number', invoice ->> 'number',
        'total', (invoice ->> 'amount_refunded')::integer - coalesce(was.amount_refunded, 0), 'currency', invoice ->> 'currency'));
    end if;
  end loop;
end
$function$;

CREATE OR REPLACE FUNCTION private.keep_merged_origin(branch_id bigint, proposal_id bigint)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  insert into private.branch_origins as o (branch_id) values (keep_merged_origin.branch_id) on conflict on constraint branch_origins_pkey do update set kept_at = now();
  delete from private.branch_origin_files f where f.branch_id = keep_merged_origin.branch_id;
  with moved as (
    delete from private.proposal_merge_files f where f.proposal_id = keep_merged_origin.proposal_id returning f.path, f.workspace_id, f.hash)
  insert into private.branch_origin_files (branch_id, path, workspace_id, hash)
  select keep_merged_origin.branch_id, m.path, m.workspace_id, m.hash from moved m;
end
$function$;

CREATE OR REPLACE FUNCTION private.keep_required_reviewers(proposal_id bigint, of_proposal_id bigint)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  insert into private.proposal_reviewers (proposal_id, user_id, team_id, is_required, asked_by)
  select keep_required_reviewers.proposal_id, r.user_id, r.team_id, true, r.asked_by
  from private.proposal_reviewers r join public.proposals o on o.id = r.proposal_id and o.status = 'closed'
  where r.proposal_id = of_proposal_id and r.is_required
    and r.asked_by is distinct from private.current_user_id() and r.user_id is distinct from private.current_user_id()
  on conflict do nothing;
  update private.proposal_reviewers r set is_required = true, asked_by = before.asked_by
  from private.proposal_reviewers before join public.proposals o on o.id = before.proposal_id and o.status = 'closed'
  where r.proposal_id = keep_required_reviewers.proposal_id and not r.is_required and before.proposal_id = of_proposal_id and before.is_required
    and before.asked_by is distinct from private.current_user_id()
    and (before.user_id = r.user_id or before.team_id = r.team_id);
end
$function$;

CREATE OR REPLACE FUNCTION private.queue_comparison(branch_id bigint, place bigint DEFAULT 1)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  -- One a branch, and one at a time of a workspace. The first ones of each project come before the later ones of others.
  perform graphile_worker.add_job('compare_branch', json_build_object('branch_id', b.id),
    queue_name => 'compare:' || p.workspace_id, job_key => 'compare_branch:' || b.id, max_attempts => 5, priority => least(place, 1000)::integer)
  from public.branches b join public.projects p on p.id = b.project_id where b.id = queue_comparison.branch_id;
end
$function$;

CREATE OR REPLACE FUNCTION private.queue_proposal_comparison(proposal_id bigint)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  -- One at a time of a workspace: however many proposals one has, those of others do not wait for them.
  perform graphile_worker.add_job('compare_proposal', json_build_object('proposal_id', o.id),
    queue_name => 'compare:' || o.workspace_id, job_key => 'compare_proposal:' || o.id, max_attempts => 15)
  from public.proposals o where o.id = queue_proposal_comparison.proposal_id;
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
  perform private.keep_required_reviewers(made, (
    select o.id from public.proposals o where o.branch_id = branch.id and o.id <> made order by o.id desc limit 1));
  perform private.queue_proposal_comparison(made);
  perform private.log_proposal(made, 'project.proposal.opened');
  return made;
end
$function$;

CREATE OR REPLACE FUNCTION public.export_workspace(p_workspace_id bigint)
 RETURNS public.workspace_export
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  me bigint;
  made private.workspace_exports;
  most_a_day constant integer := 5;
begin
  perform private.require_in_workspace(p_workspace_id, 'WorkspaceDelete');
  me := private.require_proven_account();
  -- One after the other, so that two clicks make one archive.
  perform pg_catalog.pg_advisory_xact_lock(pg_catalog.hashtextextended('workspace export ' || me, 0));
  select * into made from private.workspace_exports e
  where e.workspace_id = p_workspace_id and e.user_id = me and e.status in ('queued', 'running') and private.keeps_export(e);
  if private.is_job_alive('export_workspace:' || made.id) then
    return private.export_item(made);
  end if;
  -- Its worker was killed too often.
  update private.workspace_exports e set status = 'failed', finished_at = now()
  where e.workspace_id = p_workspace_id and e.user_id = me and e.status in ('queued', 'running');
  if (select count(*) from private.workspace_exports e where e.user_id = me and private.keeps_export(e)) >= most_a_day
    or (select count(*) from private.workspace_exports e where e.workspace_id = p_workspace_id and private.keeps_export(e)) >= 2 * most_a_day then
    perform private.problem('too_many_workspace_exports');
  end if;
  insert into private.workspace_exports (workspace_id, user_id) values (p_workspace_id, me) returning * into made;
  perform graphile_worker.add_job('export_workspace', json_build_object('export_id', made.id),
    queue_name => 'export_workspace', job_key => 'export_workspace:' || made.id, max_attempts => 4);
  perform private.log_activity(p_workspace_id, 'workspace.exported');
  return private.export_item(made);
end
$function$;

CREATE OR REPLACE FUNCTION public.merge_proposal(p_proposal_id bigint, p_content_hash text, p_baseline_content_hash text, p_choices jsonb DEFAULT '{}'::jsonb, p_version text DEFAULT NULL::text)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  proposal public.proposals := private.require_proposal(p_proposal_id, 'project_contents_update');
  reason text;
  found private.proposal_conflicts;
begin
  perform private.allow_proposing();
  perform private.lock_project_with(proposal.project_id, 'project_contents_update');
  -- Both branches as well: what comes meanwhile is not merged unseen.
  perform 1 from public.branches b where b.id in (proposal.branch_id, proposal.baseline_branch_id) order by b.id for share;
  select * into proposal from public.proposals o where o.id = proposal.id for update;
  reason := private.reason_against_merging(proposal);
  if reason = 'upgrade_required' then
    perform private.problem('upgrade_required', 'multi_branch');
  end if;
  perform private.require_nothing_against(reason);
  select * into found from private.proposal_conflicts c where c.proposal_id = proposal.id;
  if found.content_hash is distinct from p_content_hash or found.baseline_content_hash is distinct from p_baseline_content_hash then
    perform private.problem('proposal_has_moved');
  elsif jsonb_typeof(p_choices) is distinct from 'object' or length(p_choices::text) > 100000 or exists (
    select 1 from jsonb_array_elements(found.files) f
    where jsonb_typeof(p_choices -> (f ->> 'path')) is distinct from 'array'
      or jsonb_array_length(p_choices -> (f ->> 'path')) <> jsonb_array_length(f -> 'conflicts')
      or exists (select 1 from jsonb_array_elements(p_choices -> (f ->> 'path')) c where c not in ('"ours"', '"theirs"'))) then
    perform private.problem('proposal_conflicts_open');
  end if;
  if p_version is not null then
    perform private.require_in_project(proposal.project_id, 'project_branch_update');
    if private.version_precedence(p_version) is null then
      perform private.problem('release_version_invalid', 'version');
    elsif exists (select 1 from public.releases r where r.project_id = proposal.project_id and r.version = p_version) then
      perform private.problem('release_version_taken', 'version');
    elsif (select count(*) from public.releases r where r.project_id = proposal.project_id) >= 1000 then
      perform private.problem('too_many_releases');
    end if;
  end if;
  insert into private.proposal_merges as m (proposal_id, content_hash, baseline_content_hash, choices, version, user_id)
  values (proposal.id, found.content_hash, found.baseline_content_hash, p_choices, p_version, private.current_user_id())
  on conflict (proposal_id) do update set content_hash = excluded.content_hash, baseline_content_hash = excluded.baseline_content_hash,
    choices = excluded.choices, version = excluded.version, user_id = excluded.user_id, job_id = null, problem = null, created_at = now();
  update public.proposals o set status = 'merging', ended_by = private.current_user_id(), updated_at = now() where o.id = proposal.id;
  perform graphile_worker.add_job('merge_proposal', json_build_object('proposal_id', proposal.id),
    queue_name => 'merge:' || proposal.workspace_id, job_key => 'merge_proposal:' || proposal.id, max_attempts => 10);
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
  -- What was asked of one that came after it is asked of it, too.
  perform private.keep_required_reviewers(proposal.id, (
    select max(o.id) from public.proposals o where o.branch_id = proposal.branch_id and o.id > proposal.id));
  perform private.queue_proposal_comparison(proposal.id);
  perform private.log_proposal(proposal.id, 'project.proposal.reopened');
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
$function$;

CREATE OR REPLACE FUNCTION public.set_audit_webhook(p_workspace_id bigint, p_url text, p_secret jsonb DEFAULT NULL::jsonb)
 RETURNS public.audit_webhook
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  address constant text := btrim(p_url);
  -- Whose transactions are open now are not over: what they write is sent, too.
  horizon constant bigint := private.trail_horizon();
  held private.audit_webhooks;
begin
  perform private.lock_seats_with(p_workspace_id, 'WorkspaceActivityRead');
  perform private.require_recent_proof();
  perform private.require_feature(p_workspace_id, 'activity_logs');
  if not coalesce(private.has_plain_host(address), false) then
    perform private.problem('address_invalid', 'url');
  end if;
  select * into held from private.audit_webhooks h where h.workspace_id = p_workspace_id for update;
  if p_secret is null and held.workspace_id is null then
    perform private.problem('required', 'secret');
  end if;
  if p_secret is not null then
    perform private.refuse_bad_secrets(jsonb_build_object('secret', p_secret), array['secret']);
    held.ciphertext := p_secret ->> 'ciphertext';
    held.key_id := p_secret ->> 'key_id';
  end if;
  insert into private.audit_webhooks as h (workspace_id, url, ciphertext, key_id, creator_id, sent_to)
  values (p_workspace_id, address, held.ciphertext, held.key_id, private.current_user_id(), horizon)
  on conflict on constraint audit_webhooks_pkey do update
    set url = excluded.url, ciphertext = excluded.ciphertext, key_id = excluded.key_id, creator_id = excluded.creator_id, version = nextval('private.audit_webhook_versions'),
      tries = 0, problem = null, failing_since = null, paused_at = null, next_try_at = now();
  perform private.log_activity(p_workspace_id, 'workspace.audit_webhook.set', jsonb_build_object('host', private.host_in(address),
    'old', private.host_in(held.url), 'new_secret', p_secret is not null));
  perform private.tell_of_audit_host(p_workspace_id, private.host_in(held.url), private.host_in(address));
  return private.told_audit_webhook(p_workspace_id);
end
$function$;

ALTER TABLE "private"."proposal_merge_files" ADD CONSTRAINT "proposal_merge_files_proposal_id_fkey" FOREIGN KEY (proposal_id) REFERENCES private.proposal_merges(proposal_id) ON DELETE CASCADE;

ALTER TABLE "private"."proposal_merge_files" ADD CONSTRAINT "proposal_merge_files_workspace_id_hash_fkey" FOREIGN KEY (workspace_id, hash) REFERENCES public.files(workspace_id, hash) ON DELETE CASCADE;

CREATE INDEX proposal_merge_files_file_idx ON private.proposal_merge_files USING btree (workspace_id, hash);

COMMENT ON FUNCTION "private"."compare_what_waits"() IS 'Queues comparisons that were given up, while Storage was away for example: without one a proposal cannot be merged. Hourly.';

COMMENT ON FUNCTION "private"."has_plain_host"(text) IS 'Whether everybody reads the same host in an address: without names and passwords before it, and without backslashes, which some take for slashes (WHATWG URL).';

COMMENT ON FUNCTION "private"."is_job_alive"(text) IS 'Whether a job is being done or will be: one that has used up its attempts stays in the queue until it is cleaned up, and nobody does it.';

COMMENT ON FUNCTION "private"."keep_merged_origin"(bigint, bigint) IS 'Remembers which files of a branch another one has by now. Not those of that other one: the branch has none of what came to it from elsewhere, which the next merge would take for undone.';

COMMENT ON FUNCTION "private"."keep_required_reviewers"(bigint, bigint) IS 'What others require of a branch does not go by closing one of its proposals and opening another; of one that was merged nothing stays.';

COMMENT ON TABLE "private"."branch_origin_files" IS 'The files that a branch began with, or had when it was last merged: what it and the branch it is proposed for have made of them since is brought together.';

COMMENT ON TABLE "private"."proposal_merge_files" IS 'The files of a proposed branch as they are being merged: what both sides have in common, once they are.';

REVOKE ALL ON FUNCTION "private"."compare_what_waits"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."compare_what_waits"() TO "postgres";

REVOKE ALL ON FUNCTION "private"."has_plain_host"(text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."has_plain_host"(text) TO "postgres";

REVOKE ALL ON FUNCTION "private"."is_job_alive"(text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."is_job_alive"(text) TO "postgres";

REVOKE ALL ON FUNCTION "private"."keep_merged_origin"(bigint, bigint) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."keep_merged_origin"(bigint, bigint) TO "postgres";

REVOKE ALL ON FUNCTION "private"."keep_required_reviewers"(bigint, bigint) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."keep_required_reviewers"(bigint, bigint) TO "postgres";

GRANT DELETE, INSERT, MAINTAIN, REFERENCES, SELECT, TRIGGER, TRUNCATE, UPDATE ON TABLE "private"."proposal_merge_files" TO "postgres";

ALTER TABLE "private"."audit_webhooks" ADD CONSTRAINT "check_audit_webhooks_url" CHECK (private.has_plain_host(url));
