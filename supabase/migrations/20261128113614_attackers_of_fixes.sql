set local check_function_bodies = off;

DROP FUNCTION "private"."keep_invoices"(bigint, jsonb, boolean);

CREATE OR REPLACE FUNCTION private.analytics_batch(most integer)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  horizon constant bigint := private.trail_horizon();
  place private.analytics_position;
  upto bigint;
  events jsonb;
begin
  -- What was before somebody named a collector is not told.
  insert into private.analytics_position (sent_to) values (horizon) on conflict do nothing;
  select * into place from private.analytics_position p;
  select max(e.id), jsonb_agg(jsonb_build_object(
      'event', e.type,
      'hour', to_char(date_trunc('hour', e.created_at at time zone 'UTC'), 'YYYY-MM-DD"T"HH24:MI"Z"'),
      'workspace', left(encode(sha256(convert_to(place.salt || ':' || e.workspace_id, 'UTF8')), 'hex'), 16),
      'plan', e.plan) order by e.id) filter (where not e.asks_first)
  into upto, events
  from (
    select a.id, a.type, a.created_at, a.workspace_id, b.name as plan,
      -- Of an archive that is brought in, what happened elsewhere is not told, and nothing before its settings are there.
      w.disable_cookie_tracking or exists (
        select 1 from private.workspace_imports i
        where i.workspace_id = w.id and (i.finished_at is null or a.created_at < i.finished_at)) as asks_first
    from public.activity_events a
    join public.workspaces w on w.id = a.workspace_id
    join public.billing_accounts c on c.workspace_id = w.id
    join public.billing_products b on b.id = c.billing_product_id
    where a.id > place.sent_to and a.id <= horizon
      -- What nobody took for a day is left out.
      and a.created_at > now() - interval '1 day'
    order by a.id limit analytics_batch.most) e;
  if upto is null then
    update private.analytics_position p set sent_to = horizon where p.sent_to < horizon;
    return null;
  end if;
  return jsonb_build_object('after', place.sent_to, 'until', upto, 'events', coalesce(events, '[]'));
end
$function$;

CREATE OR REPLACE FUNCTION private.apply_reading(workspace_id bigint, reading bigint, snapshot jsonb, ahead integer DEFAULT NULL::integer)
 RETURNS boolean
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  account public.billing_accounts;
  became public.billing_accounts;
  is_whole constant boolean := coalesce((snapshot ->> 'is_whole')::boolean, false);
begin
  select * into account from public.billing_accounts a where a.workspace_id = apply_reading.workspace_id for update;
  if not found then
    return true;
  elsif reading <= account.stripe_read then
    update public.billing_accounts a set clock_ahead = make_interval(secs => ahead)
    where a.workspace_id = apply_reading.workspace_id and ahead > extract(epoch from a.clock_ahead);
    -- What was applied was read after this one began, so it has what this one would tell; as far back, where that is asked.
    return not is_whole or reading <= account.stripe_read_whole;
  end if;
  if ahead > extract(epoch from account.clock_ahead) then
    account.clock_ahead := make_interval(secs => ahead);
  end if;
  became := private.account_as_read(account, snapshot);
  became.stripe_read := reading;
  became.stripe_read_whole := case when is_whole then reading else account.stripe_read_whole end;
  update public.billing_accounts a
  set (billing_product_id, billing_pricing_plan_id, included_members, paid_members, trial_end_at, status, renew_billing_pricing_plan_id,
      cycle_interval_months, stripe_subscription_id, stripe_status, stripe_cancel_at_period_end, stripe_current_period_end, next_renewal_at,
      next_invoice_at, next_invoice_type, next_invoice_projection, stripe_billing_email, payment_method_brand, payment_method_last4,
      payment_method_expires, last_invoice_error, pending_product_id, pending_at, used_trial_at, stripe_schedule_id, past_due_since,
      seats_lowered_to, stripe_read, clock_ahead, unconfirmed, stripe_customer_id, price, stripe_read_whole)
    = (became.billing_product_id, became.billing_pricing_plan_id, became.included_members, became.paid_members, became.trial_end_at,
      became.status, became.renew_billing_pricing_plan_id, became.cycle_interval_months, became.stripe_subscription_id, became.stripe_status,
      became.stripe_cancel_at_period_end, became.stripe_current_period_end, became.next_renewal_at, became.next_invoice_at,
      became.next_invoice_type, became.next_invoice_projection, became.stripe_billing_email, became.payment_method_brand,
      became.payment_method_last4, became.payment_method_expires, became.last_invoice_error, became.pending_product_id, became.pending_at,
      became.used_trial_at, became.stripe_schedule_id, became.past_due_since, became.seats_lowered_to, became.stripe_read, became.clock_ahead,
      became.unconfirmed, became.stripe_customer_id, became.price, became.stripe_read_whole)
  where a.workspace_id = apply_reading.workspace_id;
  if became.used_trial_at is not null and account.used_trial_at is null then
    perform private.note_trial(workspace_id);
  end if;
  if account.stripe_customer_id is not null and became.stripe_customer_id is null then
    -- Nobody can pay the page of a customer that is gone.
    update private.billing_attempts a set ended_at = now() where a.workspace_id = apply_reading.workspace_id and a.ended_at is null;
    perform private.log_billing(workspace_id, 'billing.customer.gone');
  end if;
  perform private.log_billing_changes(account, became);
  perform private.keep_invoices(workspace_id, snapshot -> 'invoices', account.stripe_read_whole > 0, is_whole);
  perform private.tell_of_two(became, snapshot -> 'subscriptions');
  perform private.tell_what_is_due(workspace_id);
  return true;
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
  delete from private.proposal_merge_files f where f.proposal_id = proposal.id;
  perform private.end_proposal(proposal.id, 'merged');
  perform private.mail_proposal(proposal.id, 'merged', private.people_of_proposal(proposal.id));
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION private.keep_invoices(workspace_id bigint, invoices jsonb, knows_refunds boolean, is_whole boolean DEFAULT true)
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
      -- Of what was given back of old invoices a short reading sees nothing.
      amount_refunded = case when keep_invoices.is_whole then excluded.amount_refunded
        else greatest(billing_invoices.amount_refunded, excluded.amount_refunded) end,
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
  if not exists (select 1 from private.proposal_merge_files f where f.proposal_id = keep_merged_origin.proposal_id) then
    -- Merged by a worker that wrote none down: what both began with is found out from the commits again.
    delete from private.branch_origins o where o.branch_id = keep_merged_origin.branch_id;
    return;
  end if;
  insert into private.branch_origins as o (branch_id) values (keep_merged_origin.branch_id) on conflict on constraint branch_origins_pkey do update set kept_at = now();
  delete from private.branch_origin_files f where f.branch_id = keep_merged_origin.branch_id;
  with moved as (
    delete from private.proposal_merge_files f where f.proposal_id = keep_merged_origin.proposal_id returning f.path, f.workspace_id, f.hash)
  insert into private.branch_origin_files (branch_id, path, workspace_id, hash)
  select keep_merged_origin.branch_id, m.path, m.workspace_id, m.hash from moved m;
end
$function$;

CREATE OR REPLACE FUNCTION private.reason_against_rule_fix(project public.projects, rule text)
 RETURNS text
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  branch public.branches;
  access private.studio_access;
begin
  select b.* into branch from public.branches b where b.id = project.default_branch_id;
  access := private.studio_access(branch);
  return case
    -- It becomes a title, and a commit's message in the name of who proposes it.
    when not private.is_name('Fix ' || rule) then 'name_not_readable'
    when access.mode is distinct from 'readWrite' then coalesce(access.reason, 'not_allowed_in_project')
    when project.type not in ('web', 'vcs') then 'studio_not_editable'
    when project.is_read_only then 'project_over_plan'
    when not private.can_in_project(project.id, 'project_branch_create_delete') then 'not_allowed_in_project'
    when not private.feature_allows(project.workspace_id, 'multi_branch') then 'upgrade_required'
    when exists (
      select 1 from private.rule_fixes f
      where f.project_id = project.id and f.rule = reason_against_rule_fix.rule and private.is_being_fixed(f)) then 'rule_fix_under_way'
    when exists (
      select 1 from private.rule_fixes f join public.proposals o on o.id = f.proposal_id
      where f.project_id = project.id and f.rule = reason_against_rule_fix.rule and o.status in ('open', 'merging')) then 'rule_fix_is_proposed'
    when private.lint_state(branch.id) is distinct from 'current' then 'rule_fix_outdated'
  end;
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
  update public.finding_waivers w set reason = btrim(p_reason), owner_id = p_owner_id, expires_on = p_expires_on
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
  values (finding.project_id, finding.workspace_id, finding.rule, finding.anchor, finding.place, finding.node_uri, finding.file, btrim(p_reason),
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

COMMENT ON FUNCTION "private"."keep_invoices"(bigint, jsonb, boolean, boolean) IS 'Keeps invoices as Stripe shows them now, and tells what was paid and given back since; `knows_refunds`: whether what was given back before is known already; `is_whole`: whether all of it was read now.';

REVOKE ALL ON FUNCTION "private"."keep_invoices"(bigint, jsonb, boolean, boolean) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."keep_invoices"(bigint, jsonb, boolean, boolean) TO "postgres";
