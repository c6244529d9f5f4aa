set local check_function_bodies = off;

DROP FUNCTION "private"."as_device_request"(private.device_requests, integer);

DROP FUNCTION "private"."billing_limits"(bigint, bigint);

DROP FUNCTION "private"."contract_terms"(public.billing_accounts);

DROP FUNCTION "private"."price_paid"(public.billing_accounts);

DROP FUNCTION "private"."proposal_checks"(public.proposals);

DROP FUNCTION "private"."proposal_shown"(public.proposals, bigint);

DROP FUNCTION "private"."shown_suggestion"(bigint);

DROP FUNCTION "public"."governance_waivers"(bigint, bigint, integer, integer);

DROP FUNCTION "public"."list_proposals"(bigint, text, text, bigint, text, integer, integer);

DROP FUNCTION "public"."proposal_discussion"(bigint);

DROP FUNCTION "public"."proposal_impact"(bigint, integer, integer);

DROP FUNCTION "public"."proposal_merge"(bigint);

DROP FUNCTION "public"."proposal_nodes"(bigint, text, text, integer, integer);

DROP FUNCTION "public"."rule_fix_projects"(bigint, text, integer, integer);

DROP FUNCTION "public"."workspace_billing"(bigint);

DROP TYPE "private"."proposal_check";

CREATE TYPE "public"."billed_members" AS ("used" integer, "included" integer, "paid" integer, "pending" integer);

CREATE TYPE "public"."billed_product" AS ("id" bigint, "name" text, "label" text, "priority" integer);

CREATE TYPE "public"."billing_contract" AS ("seat_price" integer, "ends_at" timestamp with time zone, "seats_beyond" integer, "amount" integer);

CREATE TYPE "public"."billing_discount" AS ("name" text, "percent_off" numeric, "amount_off" integer, "ends_at" timestamp with time zone);

CREATE TYPE "public"."billing_limit" AS ("name" text, "used" integer, "max" integer);

CREATE TYPE "public"."billing_price" AS ("flat" integer, "user" integer, "discounts" public.billing_discount[]);

CREATE TYPE "public"."billing_reading" AS ("workspace_id" bigint, "customer" text, "subscription" text, "reading" bigint, "is_done" boolean, "is_first" boolean);

CREATE TYPE "public"."branch_look" AS ("branch" text, "project_id" bigint, "base" text);

CREATE TYPE "public"."changed_node" AS ("position" integer, "uri" text, "type" text, "name" text, "operation" text, "semver" text, "change_count" integer, "changes" jsonb, "path" text, "threads" bigint);

CREATE TYPE "public"."changed_node_page" AS ("items" public.changed_node[], "total" bigint);

CREATE TYPE "public"."code_wait" AS ("retry_after" integer);

CREATE TYPE "public"."connected_account" AS ("id" bigint, "workspace_integration_id" bigint, "username" text);

CREATE TYPE "public"."exported_file" AS ("object" text, "error" text);

CREATE TYPE "public"."governance_waiver_page" AS ("items" public.governance_waiver[], "total" bigint);

CREATE TYPE "public"."idempotency" AS ("state" text, "status" integer, "body" jsonb);

CREATE TYPE "public"."inviting_workspace" AS ("id" bigint, "slug" text, "name" text, "logo_url" text);

CREATE TYPE "public"."found_invitation" AS ("id" bigint, "state" text, "email" text, "has_account" boolean, "has_password" boolean, "by_provider" boolean, "auth_id" uuid, "auth_email" text, "role" public.workspace_role, "invited_by" text, "workspace" public.inviting_workspace);

CREATE TYPE "public"."kept_ci_token" AS ("ciphertext" text, "key_id" text, "created_at" timestamp with time zone, "last_used_at" timestamp with time zone);

CREATE TYPE "public"."known_agent" AS ("is_known" boolean, "is_fresh" boolean);

CREATE TYPE "public"."named_workspace" AS ("id" bigint, "slug" text, "name" text);

CREATE TYPE "public"."new_workspace" AS ("workspace" public.named_workspace, "user_id" bigint, "is_account_info_collected" boolean);

CREATE TYPE "public"."other_proposal" AS ("id" bigint, "title" text, "status" text);

CREATE TYPE "public"."payment_card" AS ("brand" text, "last4" text, "expires" date);

CREATE TYPE "public"."pending_change" AS ("kind" text, "at" timestamp with time zone, "product_id" bigint, "interval" integer);

CREATE TYPE "public"."plan_loss" AS ("feature" text, "type" text, "used" integer, "max" integer, "had" integer, "goes_on" boolean);

CREATE TYPE "public"."polled_device_request" AS ("outcome" text, "workspace_id" bigint, "auth_email" text);

CREATE TYPE "public"."prepared_push" AS ("folder" text, "job_id" uuid, "held" jsonb, "uploaded" jsonb);

CREATE TYPE "public"."proposal_baseline" AS ("id" bigint, "name" text, "is_default" boolean);

CREATE TYPE "public"."proposal_branch" AS ("id" bigint, "name" text, "slug" text, "is_default" boolean, "has_content" boolean, "has_changes" boolean);

CREATE TYPE "public"."proposal_check" AS ("name" text, "state" text, "sentence" text);

CREATE TYPE "public"."proposal_finding" AS ("change" text, "rule" text, "severity" text, "message" text, "file" text, "line" integer, "place" bigint);

CREATE TYPE "public"."proposal_impact" AS ("total" integer, "is_all" boolean, "projects" bigint, "items" public.broken_node[]);

CREATE TYPE "public"."proposal_item" AS ("id" bigint, "title" text, "status" text, "project_id" bigint, "project" text, "project_slug" text, "icon_name" text, "icon_color" text, "branch_name" text, "branch_slug" text, "baseline_name" text, "author" public.person, "created_at" timestamp with time zone, "updated_at" timestamp with time zone, "major" integer, "minor" integer, "patch" integer, "approvals" bigint, "objections" bigint, "threads" bigint, "is_waiting" boolean);

CREATE TYPE "public"."proposal_item_page" AS ("items" public.proposal_item[], "total" bigint);

CREATE TYPE "public"."proposal_lint" AS ("state" text, "added" bigint, "removed" bigint, "items" public.proposal_finding[]);

CREATE TYPE "public"."proposal_merging" AS ("may_merge" boolean, "reason" text, "content_hash" text, "baseline_content_hash" text, "is_current" boolean, "conflicts" integer, "changed" integer, "files" jsonb, "problem" text, "may_release" boolean, "last_version" text);

CREATE TYPE "public"."proposal_project" AS ("id" bigint, "slug" text, "name" text, "type" text, "icon_name" text, "icon_color" text);

CREATE TYPE "public"."proposal_requirement" AS ("kind" text, "id" bigint, "name" text, "needed" integer, "given" integer);

CREATE TYPE "public"."proposal_reviewer" AS ("user_id" bigint, "team_id" bigint, "is_required" boolean, "name" text, "avatar_url" text, "reads" boolean, "may_unask" boolean);

CREATE TYPE "public"."proposal_review" AS ("id" bigint, "person" public.person, "verdict" text, "note" text, "created_at" timestamp with time zone, "fallen_at" timestamp with time zone, "is_mine" boolean);

CREATE TYPE "public"."proposal_shown" AS ("id" bigint, "title" text, "description" text, "status" text, "branch_id" bigint, "branch_name" text, "branch_slug" text, "baseline_branch_id" bigint, "baseline_name" text, "baseline_slug" text, "author" public.person, "is_mine" boolean, "created_at" timestamp with time zone, "updated_at" timestamp with time zone, "ended_at" timestamp with time zone, "ended_by" public.person, "pull_request" integer, "pull_request_page" text, "changelog" text, "draft" text, "content_hash" text, "comparison" text, "major" integer, "minor" integer, "patch" integer, "nodes" integer, "compared_at" timestamp with time zone, "checks" public.proposal_check[], "requirements" public.proposal_requirement[], "reviewers" public.proposal_reviewer[], "reviews" public.proposal_review[], "threads" bigint);

CREATE TYPE "public"."proposal_page" AS ("project" public.proposal_project, "branch" public.proposal_branch, "may_edit" boolean, "may_moderate" boolean, "baselines" public.proposal_baseline[], "others" public.other_proposal[], "proposal" public.proposal_shown);

CREATE TYPE "public"."pushing_project" AS ("project_id" bigint, "token_hash" text, "slug" text, "name" text, "type" text, "workspace_id" bigint, "workspace_slug" text, "workspace_name" text);

CREATE TYPE "public"."queued_push" AS ("job_id" uuid, "branch_id" bigint, "branch_slug" text, "came_before" boolean);

CREATE TYPE "public"."registered_agent" AS ("retry_after" integer, "client_id" text, "name" text, "created_at" bigint);

CREATE TYPE "public"."requested_code" AS ("sent" boolean, "retry_after" integer);

CREATE TYPE "public"."rule_fix_page" AS ("items" public.rule_fix_project[], "total" bigint);

CREATE TYPE "public"."ruleset_object" AS ("path" text, "object" text, "size" bigint);

CREATE TYPE "public"."opened_ruleset" AS ("file" public.ruleset_object, "guide_ids" jsonb);

CREATE TYPE "public"."scim_caller" AS ("workspace_id" bigint, "retry_after" integer);

CREATE TYPE "public"."sealed" AS ("ciphertext" text, "key_id" text);

CREATE TYPE "public"."hooked_integration" AS ("id" bigint, "kind" text, "workspace_id" bigint, "secret" public.sealed);

CREATE TYPE "public"."opened_audit_webhook" AS ("url" text, "secret" public.sealed);

CREATE TYPE "public"."session_end" AS ("reason" text, "detail" text);

CREATE TYPE "public"."started_device_request" AS ("retry_after" integer, "device_code" text, "user_code" text, "interval" integer, "expires_in" integer);

CREATE TYPE "public"."stored_archive" AS ("folder" text, "parts" integer, "size" bigint, "name" text);

CREATE TYPE "public"."stored_document" AS ("path" text, "kind" text, "is_blocked" boolean, "eol" text, "bom" boolean, "epoch" integer, "seq" bigint, "branch_id" bigint, "state" text, "snapshot_seq" bigint, "updates" jsonb, "text" text, "upload" text, "object" text);

CREATE TYPE "public"."suggested_text" AS ("path" text, "original" text, "before" text, "after" text, "replacement" text, "applied_at" timestamp with time zone, "applied_by" text);

CREATE TYPE "public"."proposal_comment" AS ("id" bigint, "author" public.person, "text" text, "created_at" timestamp with time zone, "edited_at" timestamp with time zone, "is_mine" boolean, "suggestion" public.suggested_text);

CREATE TYPE "public"."proposal_thread" AS ("id" bigint, "node_uri" text, "node_name" text, "pointer" text, "quote" text, "path" text, "line" integer, "created_at" timestamp with time zone, "resolved_at" timestamp with time zone, "resolved_by" text, "comments" public.proposal_comment[]);

CREATE TYPE "public"."taken_oauth_code" AS ("auth_email" text, "resource" text, "slug" text, "domain" text);

CREATE TYPE "public"."taken_webhook" AS ("is_current" boolean, "wait" integer, "taken" jsonb, "ignored" jsonb);

CREATE TYPE "public"."unconfirmed_change" AS ("url" text, "amount" integer, "until" timestamp with time zone, "product_id" bigint, "paid_members" integer);

CREATE TYPE "public"."billing_account" AS ("billing_product_id" bigint, "billing_pricing_plan_id" bigint, "renew_billing_pricing_plan_id" bigint, "cycle_interval_months" integer, "included_members" integer, "paid_members" integer, "trial_end_at" timestamp with time zone, "status" text, "stripe_status" text, "stripe_cancel_at_period_end" boolean, "stripe_current_period_end" timestamp with time zone, "next_renewal_at" timestamp with time zone, "next_invoice_at" timestamp with time zone, "next_invoice_type" text, "next_invoice_projection" jsonb, "price" public.billing_price, "contract" public.billing_contract, "stripe_billing_email" text, "managed_by" text, "invoice_error" text, "product" public.billed_product, "members" public.billed_members, "limits" public.billing_limit[], "pending" public.pending_change, "unconfirmed" public.unconfirmed_change, "payment_method" public.payment_card, "has_payment_customer" boolean, "has_subscription" boolean, "trial_available" boolean, "read_only_projects" bigint, "lock_at" timestamp with time zone, "lock_reason" text);

CREATE TYPE "public"."unsubscribed" AS ("workspace" public.named_workspace, "email" text, "kind" text);

CREATE TYPE "public"."webhook_change" AS ("claim" uuid, "trusted_id" text);

CREATE TYPE "public"."workspace_access" AS ("role" public.workspace_role, "covered" boolean, "by_provider" boolean, "locked" boolean, "lock_reason" text, "owner_email" text);

CREATE TYPE "public"."workspace_grant" AS ("id" bigint, "workspace_id" bigint, "name" text, "grant" text, "expires_at" timestamp with time zone);

CREATE OR REPLACE FUNCTION private.as_device_request(request private.device_requests, wait integer)
 RETURNS public.device_request
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select row(
    case when request.device_hash is null then 'unknown' when request.allowed then 'allowed' when not request.allowed then 'refused' else 'waiting' end,
    wait, request.machine, host(request.ip_address), request.created_at, request.expires_at,
    (select w.name from public.workspaces w where w.id = request.workspace_id))::public.device_request
$function$;

CREATE OR REPLACE FUNCTION private.billing_limits(workspace_id bigint, product_id bigint)
 RETURNS public.billing_limit[]
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select coalesce(array_agg(row(f.name, private.feature_usage(billing_limits.workspace_id, f.name), f.max_quantity)::public.billing_limit
    order by f.name), '{}')
  from public.billing_features f where f.product_id = billing_limits.product_id and f.type = 'limit' and f.name <> 'owners'
$function$;

CREATE OR REPLACE FUNCTION private.contract_terms(account public.billing_accounts)
 RETURNS public.billing_contract
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select row(account.contract_seat_price, account.contract_ends_at, up.seats, up.amount)::public.billing_contract
  from private.true_up_of(account) up
  where account.managed_by = 'contract'
$function$;

CREATE OR REPLACE FUNCTION private.price_paid(account public.billing_accounts)
 RETURNS public.billing_price
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select row(coalesce((account.price ->> 'flat')::integer, p.flat_fee_price), coalesce((account.price ->> 'user')::integer, p.user_fee_price), (
    select coalesce(array_agg(row(d.value ->> 'name', (d.value ->> 'percent_off')::numeric, (d.value ->> 'amount_off')::integer,
      to_timestamp((d.value ->> 'ends_at')::bigint))::public.billing_discount order by d.ordinality), '{}')
    from jsonb_array_elements(coalesce(account.price -> 'discounts', '[]')) with ordinality d))::public.billing_price
  from public.billing_pricing_plans p where p.id = account.billing_pricing_plan_id
$function$;

CREATE OR REPLACE FUNCTION private.proposal_checks(proposal public.proposals)
 RETURNS SETOF public.proposal_check
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
$function$;

CREATE OR REPLACE FUNCTION private.proposal_shown(proposal public.proposals, me bigint)
 RETURNS public.proposal_shown
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select row(proposal.id, proposal.title, proposal.description, proposal.status, proposal.branch_id, proposal.branch_name, proposal.branch_slug,
    proposal.baseline_branch_id, proposal.baseline_name, (select b.slug from public.branches b where b.id = proposal.baseline_branch_id),
    private.person(proposal.author_id), coalesce(proposal.author_id = me, false), proposal.created_at, proposal.updated_at, proposal.ended_at,
    private.person(proposal.ended_by), proposal.pull_request, (
      select case when proposal.pull_request is not null then private.pull_request_page(i.kind, r.remote_url_http, proposal.pull_request)
        when proposal.status = 'open' then private.new_pull_request_page(i.kind, r.remote_url_http, proposal.branch_name, proposal.baseline_name) end
      from public.project_repositories r join public.workspace_integrations i on i.id = r.workspace_integration_id where r.project_id = proposal.project_id), proposal.changelog, coalesce(c.draft, ''), (select b.content_hash from public.branches b where b.id = proposal.branch_id), private.proposal_comparison_state(proposal), coalesce(c.major, 0), coalesce(c.minor, 0), coalesce(c.patch, 0), coalesce(c.nodes, 0), c.compared_at, (select coalesce(array_agg(k), '{}') from private.proposal_checks(proposal) k where proposal.status in ('open', 'merging')), (select coalesce(array_agg(row(r.kind, r.id, r.name, r.needed, r.given)::public.proposal_requirement), '{}') from private.proposal_requirements(proposal) r where proposal.status in ('open', 'merging')), (
      select coalesce(array_agg(row(r.user_id, r.team_id, r.is_required, coalesce((private.person(r.user_id)).display_name, t.name),
        (private.person(r.user_id)).avatar_url, r.user_id is null or private.reads_proposals(r.user_id, proposal.project_id),
        private.reason_against_unasking(proposal, r) is null)::public.proposal_reviewer order by r.id), '{}')
      from private.proposal_reviewers r left join public.teams t on t.id = r.team_id where r.proposal_id = proposal.id), (
      select coalesce(array_agg(row(r.id, private.person(r.user_id), r.verdict, r.note, r.created_at, r.fallen_at, coalesce(r.user_id = me,
        false))::public.proposal_review order by r.id), '{}')
      from private.proposal_reviews r where r.proposal_id = proposal.id and r.is_newest),
        (select count(*) from private.proposal_threads t where t.proposal_id = proposal.id and t.resolved_at is null))::public.proposal_shown
  from (select 1) one left join private.proposal_comparisons c on c.proposal_id = proposal.id
$function$;

CREATE OR REPLACE FUNCTION private.shown_suggestion(comment_id bigint)
 RETURNS public.suggested_text
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select row(s.path, s.original, s.before, s.after, s.replacement, s.applied_at, (private.person(s.applied_by)).display_name)::public.suggested_text
  from private.proposal_suggestions s where s.comment_id = shown_suggestion.comment_id
$function$;

CREATE OR REPLACE FUNCTION public.answer_device_request(p_code text, p_allow boolean)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  me constant bigint := private.require_proven_account();
  session constant private.session := private.current_session();
  wait constant integer := private.own_guess_wait(me, 'answer_device_request');
  request private.device_requests;
begin
  if wait = 0 then
    request := private.device_request_for_caller(me, p_code);
    -- The first answer holds.
    if request.device_hash is not null and request.allowed is null then
      update private.device_requests r
      set allowed = p_allow is true, auth_id = session.auth_id, session_id = session.id
      where r.device_hash = request.device_hash
      returning * into request;
    end if;
  end if;
  return to_jsonb(private.as_device_request(request, wait)::public.device_request);
end
$function$;

CREATE OR REPLACE FUNCTION public.audit_webhook_of(p_workspace_id bigint)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.require_in_workspace(p_workspace_id, 'WorkspaceActivityRead');
  return to_jsonb(private.told_audit_webhook(p_workspace_id)::public.audit_webhook);
end
$function$;

CREATE OR REPLACE FUNCTION public.branch_changelog(p_branch_id bigint, p_compared_with text DEFAULT 'previous'::text, p_uri text DEFAULT NULL::text, p_direction text DEFAULT NULL::text, p_depth integer DEFAULT 1, p_limit integer DEFAULT 50, p_offset integer DEFAULT 0)
 RETURNS json
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
 SET statement_timeout TO '3s'
AS $function$
declare
  most_rows constant integer := 50;
  reader constant private.branch_reader := private.branch_reader(p_branch_id);
  default_id constant bigint := (
    select d.id from public.branches b join public.branches d on d.project_id = b.project_id and d.is_default where b.id = p_branch_id);
  uris text[];
  log public.changelog;
begin
  if reader is null or p_compared_with is null or p_compared_with not in ('previous', 'default')
    or p_direction is not null and (p_direction not in ('in', 'out') or p_uri is null)
    or exists (select from public.branch_nodes n where n.branch_id = p_branch_id and n.uri = p_uri and not private.shows_node(n)) then
    return null;
  end if;
  log.state := 'current';
  if p_compared_with = 'default' then
    -- It tells of both: a link opens one branch alone.
    if default_id is null or not private.can_read_branch(default_id) then
      return null;
    end if;
    log.state := private.comparison_state(p_branch_id);
  end if;
  if p_direction is not null then
    uris := array(select r.uri from private.reached_nodes(p_branch_id, reader, p_uri, p_direction, p_depth) r limit 300);
  elsif p_uri is not null then
    uris := array[p_uri];
  end if;
  with found as (
    select c.*, n.slug
    from public.node_changes c
    left join public.branch_nodes n on n.branch_id = c.branch_id and n.uri = c.node_uri
      and private.node_is_shown(n.type, n.is_internal, n.is_hidden and not reader.edits, reader.by_anyone, reader.by_token, reader.reads_internal)
    where c.branch_id = p_branch_id and c.compared_with = p_compared_with and log.state = 'current'
      and (uris is null or c.node_uri = any (uris)) and (not c.is_hidden or reader.edits)
      -- Workspace tokens read files, and of what is said about them what anybody reads.
      and case when reader.by_token then reader.by_anyone and not c.is_internal else reader.reads_internal or not c.is_internal end
  )
  select count(*), count(*) filter (where f.semver = 'major'), count(*) filter (where f.semver = 'minor'), count(*) filter (where f.semver = 'patch'),
    (select coalesce(json_agg(row(page.id, page.node_uri, page.node_type, page.node_name, page.slug, page.operation, page.semver, page.rule,
        page.message, page.commit_hash, page.created_at, page.value_before, page.value_after)::public.changelog_entry order by page.created_at desc, page.position, page.id), '[]')
      from (
        select * from found
        -- The newest analysis first; of one analysis what breaks first, as it was written.
        order by found.created_at desc, found.position, found.id
        limit private.page_size(p_limit, most_rows, most_rows) offset least(greatest(coalesce(p_offset, 0), 0), 10000)) page)
  into log.total, log.major, log.minor, log.patch, log.items
  from found f;
  return to_json(log::public.changelog);
end
$function$;

CREATE OR REPLACE FUNCTION public.branch_node(p_branch_id bigint, p_slug text)
 RETURNS json
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  found_node public.branch_nodes;
begin
  if not private.can_read_branch(p_branch_id) then
    return null;
  end if;
  select * into found_node from public.branch_nodes n where n.branch_id = p_branch_id and n.slug = p_slug;
  -- Before the first dash stands the stable id, which finds a node whose title has changed.
  if found_node.id is null then
    select * into found_node from public.branch_nodes n
    where n.branch_id = p_branch_id and n.stable_id = split_part(p_slug, '-', 1)
    order by n.position
    limit 1;
  end if;
  if found_node.id is null or not private.shows_node(found_node) then
    return null;
  end if;
  return to_json(private.node_with_data(found_node)::public.branch_node);
end
$function$;

CREATE OR REPLACE FUNCTION public.branch_node_by_uri(p_branch_id bigint, p_uri text)
 RETURNS json
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select to_json(private.node_with_data(n)::public.branch_node)
  from public.branch_nodes n
  where private.can_read_branch(p_branch_id) and n.branch_id = p_branch_id and n.uri = p_uri and private.shows_node(n)
$function$;

CREATE OR REPLACE FUNCTION public.branch_node_edges(p_branch_id bigint, p_uri text, p_direction text DEFAULT 'both'::text, p_depth integer DEFAULT 1)
 RETURNS json
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
 SET statement_timeout TO '3s'
AS $function$
declare
  most_nodes constant integer := 300;
  most_edges constant integer := 2000;
  reader constant private.branch_reader := private.branch_reader(p_branch_id);
  directions constant text[] := case p_direction when 'in' then '{in}'::text[] when 'out' then '{out}' when 'both' then '{in,out}' end;
  graph public.node_graph;
begin
  if reader is null or directions is null or not exists (
    select from public.branch_nodes n where n.branch_id = p_branch_id and n.uri = p_uri and private.shows_node(n)) then
    return null;
  end if;
  with reached as (
    select r.id, r.uri, r.depth, asked.direction, row_number() over (partition by asked.direction order by r.depth) as place
    from unnest(directions) asked (direction)
    cross join lateral private.reached_nodes(p_branch_id, reader, p_uri, asked.direction, p_depth) r
  ), shown as (
    select * from reached r where r.place <= most_nodes
  ), uris as (
    select s.uri from shown s union select p_uri
  ), connected as (
    select distinct e.from_uri, e.to_uri
    from public.node_edges e
    where e.branch_id = p_branch_id and e.type = 'ref' and e.from_uri in (select u.uri from uris u) and e.to_uri in (select u.uri from uris u)
      and private.edge_is_shown(e.is_internal, reader)
    limit most_edges + 1
  )
  select
    (select coalesce(json_agg(row(n.uri, n.slug, n.name, n.type, n.method, n.path, n.is_internal, n.is_deprecated, s.direction,
        s.depth)::public.graph_node order by s.direction, s.depth, n.name, n.id), '[]')
      from shown s join public.branch_nodes n on n.id = s.id),
    (select coalesce(json_agg(row(c.from_uri, c.to_uri)::public.graph_edge order by c.from_uri, c.to_uri), '[]')
      from (select * from connected limit most_edges) c),
    exists (select from reached r where r.place > most_nodes) or (select count(*) from connected) > most_edges
  into graph.nodes, graph.edges, graph.is_cut;
  return to_json(graph::public.node_graph);
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
  return to_json(answer::public.branch_problems);
end
$function$;

CREATE OR REPLACE FUNCTION public.custom_domain_of(p_workspace_id bigint)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.require_in_workspace(p_workspace_id, 'WorkspaceSettingsRead');
  return to_jsonb(private.told_domain(p_workspace_id)::public.custom_domain);
end
$function$;

CREATE OR REPLACE FUNCTION public.device_request(p_code text)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  me constant bigint := private.require_account();
  wait constant integer := private.own_guess_wait(me, 'device_request');
  request private.device_requests;
begin
  if wait = 0 then
    request := private.device_request_for_caller(me, p_code);
  end if;
  return to_jsonb(private.as_device_request(request, wait)::public.device_request);
end
$function$;

CREATE OR REPLACE FUNCTION public.governance_report(p_workspace_id bigint, p_by text DEFAULT 'project'::text, p_rule text DEFAULT NULL::text, p_team_id bigint DEFAULT NULL::bigint, p_owner_id bigint DEFAULT NULL::bigint, p_search text DEFAULT NULL::text, p_limit integer DEFAULT 50, p_offset integer DEFAULT 0)
 RETURNS json
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
 SET statement_timeout TO '5s'
AS $function$
declare
  most_rows constant integer := 1000;
  wanted constant text := lower(nullif(btrim(left(p_search, 100)), ''));
  size constant integer := private.page_size(p_limit, 50, most_rows);
  skipped constant integer := least(greatest(coalesce(p_offset, 0), 0), 100000);
  answer public.governance_report;
begin
  perform private.require_in_workspace(p_workspace_id, 'WorkspaceProjectsCreate');
  with standing as materialized (
    select s.*, coalesce(r.violations, 0) as of_rule, coalesce(r.errors, 0) as rule_errors, coalesce(r.warnings, 0) as rule_warnings,
      coalesce(r.others, 0) as rule_others, coalesce(r.waived, 0) as rule_waived
    from private.standings(p_workspace_id, p_team_id, p_owner_id, case when p_by = 'project' then wanted end) s
    left join (
      select c.branch_id, sum(c.violations - c.waived) as violations,
        sum(c.violations - c.waived) filter (where c.severity = 'error') as errors,
        sum(c.violations - c.waived) filter (where c.severity = 'warn') as warnings,
        sum(c.violations - c.waived) filter (where c.severity in ('info', 'hint')) as others, sum(c.waived) as waived
      from private.finding_counts c where c.workspace_id = p_workspace_id and c.rule = p_rule
      group by c.branch_id
    ) r on r.branch_id = s.branch_id
  ), narrowed as (
    -- Of one rule only its own violations count, and the projects that have some.
    select s.project_id, s.branch_id, s.name, s.slug, s.guide, s.is_failed, s.linted_at, s.units, s.branch_slug,
      case when p_rule is null then s.errors else s.rule_errors end as errors,
      case when p_rule is null then s.warnings else s.rule_warnings end as warnings,
      case when p_rule is null then s.others else s.rule_others end as others,
      case when p_rule is null then s.waived else s.rule_waived end as waived
    from standing s
    where p_rule is null or s.of_rule + s.rule_waived > 0
  ), rows as (
    select n.project_id::text as key, n.name, n.slug, null::text as severity, 1 as projects, (n.errors + n.warnings + n.others > 0)::integer as projects_with,
      n.units, n.errors, n.warnings, n.others, n.waived, n.guide, n.linted_at, coalesce(n.is_failed, false) as is_failed, n.branch_slug
    from narrowed n where p_by = 'project'
    union all
    select c.severity || ':' || c.rule, c.rule, null, c.severity, count(*)::integer, (count(*) filter (where c.violations > c.waived))::integer, 0,
      coalesce(sum(c.violations - c.waived) filter (where c.severity = 'error'), 0)::integer,
      coalesce(sum(c.violations - c.waived) filter (where c.severity = 'warn'), 0)::integer,
      coalesce(sum(c.violations - c.waived) filter (where c.severity in ('info', 'hint')), 0)::integer, sum(c.waived)::integer, null, null, false, null
    from narrowed n join private.finding_counts c on c.branch_id = n.branch_id
    where p_by = 'rule' and (p_rule is null or c.rule = p_rule) and (wanted is null or position(wanted in lower(c.rule)) > 0)
    group by c.rule, c.severity
    union all
    select t.id::text, t.name, t.slug, null, count(*)::integer, (count(*) filter (where n.errors + n.warnings + n.others > 0))::integer, sum(n.units)::integer,
      sum(n.errors)::integer, sum(n.warnings)::integer, sum(n.others)::integer, sum(n.waived)::integer, null, max(n.linted_at), false, null
    from narrowed n join public.project_teams pt on pt.project_id = n.project_id join public.teams t on t.id = pt.team_id
    where p_by = 'team' and (wanted is null or position(wanted in lower(t.name)) > 0)
    group by t.id
    union all
    select u.id::text, private.display_name(u), u.username, null, count(*)::integer,
      (count(*) filter (where n.errors + n.warnings + n.others > 0))::integer, sum(n.units)::integer, sum(n.errors)::integer, sum(n.warnings)::integer,
      sum(n.others)::integer, sum(n.waived)::integer, null, max(n.linted_at), false, null
    from narrowed n join public.project_members m on m.project_id = n.project_id and m.role = 'owner' join public.users u on u.id = m.user_id
    where p_by = 'owner' and (wanted is null or position(wanted in lower(private.display_name(u))) > 0)
    group by u.id
  ), listed as (
    select row(r.key, r.name, r.slug, r.severity, r.projects, r.projects_with, r.units, r.errors, r.warnings, r.others, r.waived,
      case when p_by <> 'rule' and p_rule is null and not r.is_failed then private.lint_score(r.units, r.errors, r.warnings, r.others) end, r.guide,
      r.linted_at, r.branch_slug)::public.governance_row as item,
      row_number() over (order by r.errors desc, r.warnings desc, r.others desc, lower(r.name), r.key) as place
    from rows r
    order by place limit size offset skipped
  )
  select count(*), count(*) filter (where n.linted_at is null), coalesce(sum(n.units), 0), coalesce(sum(n.errors), 0), coalesce(sum(n.warnings), 0),
    coalesce(sum(n.others), 0), coalesce(sum(n.waived), 0), null, (select count(*) from rows), (
      select coalesce(json_agg(l.item order by l.place), '[]') from listed l)
  into answer.projects, answer.unlinted, answer.units, answer.errors, answer.warnings, answer.others, answer.waived, answer.score, answer.total,
    answer.items
  from narrowed n;
  if p_rule is null then
    answer.score := private.lint_score(answer.units, answer.errors, answer.warnings, answer.others);
  end if;
  return to_json(answer::public.governance_report);
end
$function$;

CREATE OR REPLACE FUNCTION public.governance_waivers(p_workspace_id bigint, p_project_id bigint DEFAULT NULL::bigint, p_limit integer DEFAULT 50, p_offset integer DEFAULT 0)
 RETURNS public.governance_waiver_page
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.require_in_workspace(p_workspace_id, 'WorkspaceProjectsCreate');
  return (
    with mine as (
      select w.*, p.name as project_name, p.slug as project_slug, p.default_branch_id
      from private.projects_with('project_contents_update') p join public.finding_waivers w on w.project_id = p.id
      where p.workspace_id = p_workspace_id and (p_project_id is null or p.id = p_project_id)
    )
    select row(coalesce((
      select array_agg(row(page.id, page.project_id, page.project_name, page.project_slug, page.rule, page.file, page.node_uri, page.place, page.reason,
        page.owner_id, private.display_name(u), page.expires_on, page.expires_on < (now() at time zone 'UTC')::date,
        (select count(*) from public.findings f where f.waiver_id = page.id and f.branch_id = page.default_branch_id),
        page.created_at)::public.governance_waiver order by page.expires_on, page.id)
      from (
        select * from mine m order by m.expires_on, m.id limit private.page_size(p_limit, 50, 1000) offset least(greatest(coalesce(p_offset, 0), 0), 100000)
      ) page left join public.users u on u.id = page.owner_id), '{}'), (select count(*) from mine))::public.governance_waiver_page);
end
$function$;

CREATE OR REPLACE FUNCTION public.idempotency_begin(p_scope text, p_key text, p_fingerprint text)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  caller constant uuid := private.current_auth_id();
  held private.idempotency_keys;
begin
  if caller is null then
    perform private.problem('sign_in_first');
  end if;
  delete from private.idempotency_keys k where k.auth_id = caller and k.created_at < now() - interval '1 day';
  insert into private.idempotency_keys (auth_id, scope, key, fingerprint)
  values (caller, p_scope, p_key, p_fingerprint)
  on conflict do nothing;
  if found then
    -- What is kept is room on a disk that all share.
    if private.throttle_hit('idempotency:' || caller, 1000, 86400) > 0 then
      perform private.problem('too_many_idempotency_keys');
    end if;
    return to_jsonb(row('new', null, null)::public.idempotency);
  end if;
  select * into held from private.idempotency_keys k
  where k.auth_id = caller and k.scope = p_scope and k.key = p_key
  for update;
  if held.fingerprint <> p_fingerprint then
    return to_jsonb(row('mismatch', null, null)::public.idempotency);
  end if;
  if held.status is not null then
    return to_jsonb(row('done', held.status, held.body)::public.idempotency);
  end if;
  -- A request that never answered was cut off: after ten minutes its key may be tried again.
  if held.created_at < now() - interval '10 minutes' then
    update private.idempotency_keys k set created_at = now()
    where k.auth_id = caller and k.scope = p_scope and k.key = p_key;
    return to_jsonb(row('new', null, null)::public.idempotency);
  end if;
  return to_jsonb(row('running', null, null)::public.idempotency);
end
$function$;

CREATE OR REPLACE FUNCTION public.list_proposals(p_workspace_id bigint, p_of text DEFAULT 'all'::text, p_status text DEFAULT 'open'::text, p_project_id bigint DEFAULT NULL::bigint, p_search text DEFAULT NULL::text, p_limit integer DEFAULT 50, p_offset integer DEFAULT 0)
 RETURNS public.proposal_item_page
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
    select row(coalesce((
      select array_agg(row(f.id, f.title, f.status, f.project_id, f.project, f.slug, f.icon_name, f.icon_color, f.branch_name, f.branch_slug,
        f.baseline_name, private.person(f.author_id), f.created_at, f.updated_at, coalesce(c.major, 0), coalesce(c.minor, 0), coalesce(c.patch, 0),
        (select count(*) from private.live_approvals((select o from public.proposals o where o.id = f.id))),
        (select count(*) from private.proposal_reviews r where r.proposal_id = f.id and r.is_newest and r.verdict = 'changes_requested'),
        (select count(*) from private.proposal_threads t where t.proposal_id = f.id and t.resolved_at is null), private.awaited_of(me,
        (select o from public.proposals o where o.id = f.id)))::public.proposal_item order by f.updated_at desc, f.id desc)
      from page f left join private.proposal_comparisons c on c.proposal_id = f.id), '{}'), (select count(*) from found))::public.proposal_item_page);
end
$function$;

CREATE OR REPLACE FUNCTION public.mock_operation(p_workspace_slug text, p_project_slug text, p_branch_slug text, p_uri text DEFAULT NULL::text, p_known text DEFAULT NULL::text)
 RETURNS json
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  reader private.mock_reader;
  answer public.mock_operation;
begin
  select r.* into reader
  from public.workspaces w
  join public.projects p on p.workspace_id = w.id and p.slug = p_project_slug
  join public.branches b on b.project_id = p.id and b.slug = p_branch_slug
  cross join lateral private.mock_reader(b.id) r
  where w.slug = lower(p_workspace_slug);
  if reader.branch_id is null then
    return null;
  end if;
  perform private.require_mocks(reader.workspace_id);
  answer.branch_id := reader.branch_id;
  answer.version := concat_ws('/', extract(epoch from reader.analyzed_at), reader.by_anyone, reader.by_token, reader.reads_internal,
    reader.sees_hidden, (select sum(n.id) from public.branch_nodes n where n.branch_id = reader.branch_id and n.is_hidden));
  select (private.node_with_data(n)).data::text into answer.data
  from public.branch_nodes n
  where n.branch_id = reader.branch_id and n.uri = p_uri and n.type = 'http_operation'
    and private.node_is_shown(n.type, n.is_internal, n.is_hidden and not reader.sees_hidden, reader.by_anyone, reader.by_token, reader.reads_internal);
  answer.digest := md5(answer.data);
  if answer.digest = p_known then
    answer.data := null;
  end if;
  return to_json(answer::public.mock_operation);
end
$function$;

CREATE OR REPLACE FUNCTION public.plan_losses(p_workspace_id bigint, p_product_id bigint)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.require_billing(p_workspace_id);
  return (
    select coalesce(jsonb_agg(to_jsonb(row(had.name, had.type, case when had.type = 'limit' then private.feature_usage(p_workspace_id, had.name) end,
      kept.max_quantity, had.max_quantity, private.goes_on(had.name))::public.plan_loss) order by had.type, had.name), '[]')
    from public.billing_accounts a
    join public.billing_features had on had.product_id = a.billing_product_id and had.max_quantity is distinct from 0
    left join public.billing_features kept on kept.product_id = p_product_id and kept.name = had.name
    where a.workspace_id = p_workspace_id and had.name <> 'owners' and (
      kept.name is null or had.type = 'limit' and kept.max_quantity is not null and kept.max_quantity < coalesce(had.max_quantity, 2147483647)));
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
  return to_json(row(row(project.id, project.slug, project.name, project.type, project.icon_name, project.icon_color)::public.proposal_project,
    case when branch.id is not null then row(branch.id, branch.name, branch.slug, branch.is_default, branch.content_hash is not null,
    exists (select 1 from public.documents d where d.branch_id = branch.id and d.changed))::public.proposal_branch end,
    edits and not project.is_read_only, private.can_in_project(project.id, 'project_update'), (
      select coalesce(array_agg(row(b.id, b.name, b.is_default)::public.proposal_baseline order by b.is_default desc, b.name, b.id), '{}')
      from public.branches b where b.project_id = project.id and b.id is distinct from branch.id), (
      select coalesce(array_agg(row(o.id, o.title, o.status)::public.other_proposal order by o.id desc), '{}')
      from (select * from public.proposals o where o.project_id = project.id and o.branch_slug = p_branch_slug and o.id is distinct from proposal.id
        order by o.id desc limit 20) o), case when proposal.id is not null then private.proposal_shown(proposal, me) end)::public.proposal_page);
end
$function$;

CREATE OR REPLACE FUNCTION public.proposal_discussion(p_proposal_id bigint)
 RETURNS public.proposal_thread[]
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
    select array_agg(row(t.id, t.node_uri, t.node_name, t.pointer, t.quote, n.path,
      (select (c -> 'line')::integer from jsonb_array_elements(n.changes) c where c ->> 'pointer' = t.pointer and c ->> 'line' is not null limit 1),
      t.created_at, t.resolved_at, (private.person(t.resolved_by)).display_name, (
        select array_agg(row(c.id, private.person(c.author_id), c.text, c.created_at, c.edited_at, coalesce(c.author_id = me, false),
          private.shown_suggestion(c.id))::public.proposal_comment order by c.id)
        from private.proposal_comments c where c.thread_id = t.id))::public.proposal_thread order by t.id)
    from private.proposal_threads t
    left join lateral (
      select o.path, o.changes from private.proposal_nodes o
      where o.proposal_id = t.proposal_id and o.uri = t.node_uri and o.operation <> 'removed' limit 1
    ) n on true
    where t.proposal_id = proposal.id and (edits or not private.is_hidden_thread(t))), '{}');
end
$function$;

CREATE OR REPLACE FUNCTION public.proposal_impact(p_proposal_id bigint, p_limit integer DEFAULT 100, p_offset integer DEFAULT 0)
 RETURNS public.proposal_impact
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
  return row(coalesce(cardinality(found), 0), coalesce(cardinality(found), 0) < most_found
      and (
        select count(*) from private.proposal_nodes n
        where n.proposal_id = proposal.id and n.semver in ('major',
          'minor') and n.operation <> 'added' and (edits or not n.is_hidden)) <= most_changed,
          (select count(distinct f.project_id) from unnest(found) f), coalesce((
      select array_agg(f.node order by f.place) from (
        select row(n.changed_uri, n.changed_name, n.semver, n.project_id, n.project_slug, n.project_name, n.branch_slug, n.uri, n.name, n.type, n.slug,
          n.method, n.path, n.steps, n.is_outside)::public.broken_node as node, n.place
        from unnest(found) with ordinality n (changed_uri, changed_name, semver, project_id, project_slug, project_name, branch_slug, uri, name, type,
          slug, method, path, steps, is_outside, place)
        order by n.place limit private.page_size(p_limit, 100, 200) offset greatest(coalesce(p_offset, 0), 0)) f), '{}'))::public.proposal_impact;
end
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
    select to_json(row(case when private.lint_state(proposal.branch_id) <> 'current' then private.lint_state(proposal.branch_id)
        else private.lint_state(proposal.baseline_branch_id) end, count(*) filter (where d.change = 'added'),
          count(*) filter (where d.change = 'removed'), coalesce((select array_agg(row(i.change, i.rule, i.severity, i.message, i.file, i.line,
          i.place)::public.proposal_finding order by i.place) from (
        select * from delta o order by o.place limit most) i), '{}'))::public.proposal_lint)
    from delta d);
end
$function$;

CREATE OR REPLACE FUNCTION public.proposal_merge(p_proposal_id bigint)
 RETURNS public.proposal_merging
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  proposal constant public.proposals := private.require_proposal(p_proposal_id);
  reason constant text := private.reason_against_merging(proposal);
begin
  return (
    select row(reason is null, private.sentence(reason), b.content_hash, d.content_hash,
      coalesce(c.content_hash = b.content_hash and c.baseline_content_hash = d.content_hash, false), coalesce(c.conflicts, 0), coalesce(c.changed, 0),
      coalesce(c.files, '[]'), m.problem, private.can_in_project(proposal.project_id, 'project_branch_update'), (
        select r.version from public.releases r where r.project_id = proposal.project_id and r.branch_id = d.id order by r.precedence desc limit 1))::public.proposal_merging
    from (select 1) one
    left join public.branches b on b.id = proposal.branch_id
    left join public.branches d on d.id = proposal.baseline_branch_id
    left join private.proposal_conflicts c on c.proposal_id = proposal.id
    left join private.proposal_merges m on m.proposal_id = proposal.id);
end
$function$;

CREATE OR REPLACE FUNCTION public.proposal_nodes(p_proposal_id bigint, p_search text DEFAULT NULL::text, p_semver text DEFAULT NULL::text, p_limit integer DEFAULT 50, p_offset integer DEFAULT 0)
 RETURNS public.changed_node_page
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
    select row(coalesce((
      select array_agg(row(n.position, n.uri, n.type, n.name, n.operation, n.semver, n.change_count, n.changes, n.path,
        (select count(*) from private.proposal_threads t where t.proposal_id = proposal.id and t.node_uri = n.uri and t.resolved_at is null))::public.changed_node
        order by n.position)
      from (select * from found f order by f.position
        limit private.page_size(p_limit, 50, 100) offset least(greatest(coalesce(p_offset, 0), 0), 20000)) n), '{}'),
          (select count(*) from found))::public.changed_node_page);
end
$function$;

CREATE OR REPLACE FUNCTION public.rule_fix_projects(p_workspace_id bigint, p_rule text, p_limit integer DEFAULT 50, p_offset integer DEFAULT 0)
 RETURNS public.rule_fix_page
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
 SET statement_timeout TO '5s'
AS $function$
begin
  perform private.require_in_workspace(p_workspace_id, 'WorkspaceProjectsCreate');
  return (
    with against as (
      select s.project_id, s.name, s.slug, s.branch_slug, coalesce(c.violations, 0) as violations, f as fix
      from private.standings(p_workspace_id, null, null, null) s
      left join (
        select o.branch_id, sum(o.violations - o.waived) as violations from private.finding_counts o
        where o.workspace_id = p_workspace_id and o.rule = p_rule and o.is_fixable group by o.branch_id
      ) c on c.branch_id = s.branch_id
      left join private.rule_fixes f on f.project_id = s.project_id and f.rule = p_rule
      where c.violations > 0 or f.id is not null
    ), page as (
      select a.*, row_number() over (order by a.violations desc, lower(a.name), a.project_id) as place
      from against a
      order by place limit private.page_size(p_limit, 50, 100) offset least(greatest(coalesce(p_offset, 0), 0), 100000)
    )
    select row(coalesce(array_agg(row(a.project_id, a.name, a.slug, a.branch_slug,
      a.violations, private.sentence(private.reason_against_rule_fix(p, p_rule)),
      case when fate.is_given_up then 'failed' else (a.fix).status end,
      case when fate.is_given_up then private.sentence('rule_fix_failed') else (a.fix).problem end,
      (a.fix).mended, (a.fix).left_over, o.branch_slug, o.status)::public.rule_fix_project order by a.place), '{}'),
        (select count(*) from against))::public.rule_fix_page
    from page a
    join public.projects p on p.id = a.project_id
    left join public.proposals o on o.id = (a.fix).proposal_id
    cross join lateral (select (a.fix).status in ('queued', 'running') and not private.is_being_fixed(a.fix) as is_given_up) fate);
end
$function$;

CREATE OR REPLACE FUNCTION public.svc_audit_webhook(p_workspace_id bigint)
 RETURNS jsonb
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select to_jsonb(row(h.url, row(h.ciphertext, h.key_id)::public.sealed)::public.opened_audit_webhook)
  from private.audit_webhooks h where h.workspace_id = p_workspace_id and private.may_send_audit(h.workspace_id)
$function$;

CREATE OR REPLACE FUNCTION public.svc_begin_look(p_branch_id bigint)
 RETURNS jsonb
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select to_jsonb(row(b.name, b.project_id, b.commit_hash)::public.branch_look)
  from public.branches b join public.branch_remotes r on r.branch_id = b.id
  where b.id = p_branch_id and b.commit_hash is not null
$function$;

CREATE OR REPLACE FUNCTION public.svc_begin_reading(p_workspace_id bigint, p_customer text DEFAULT NULL::text, p_event jsonb DEFAULT NULL::jsonb)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  account public.billing_accounts;
  event private.stripe_events;
begin
  select * into account from public.billing_accounts a
  where case when p_workspace_id is null then a.stripe_customer_id = p_customer else a.workspace_id = p_workspace_id end;
  if p_event is not null then
    insert into private.stripe_events (id, type, api_version, created, object_id, customer_id)
    values (p_event ->> 'id', p_event ->> 'type', p_event ->> 'api_version', to_timestamp((p_event ->> 'created')::bigint), p_event ->> 'object_id', p_customer)
    on conflict (id) do nothing;
    select * into event from private.stripe_events e where e.id = p_event ->> 'id';
    -- Of customers that are not ours there is nothing to do.
    if event.processed_at is null and account.workspace_id is null then
      update private.stripe_events e set processed_at = now(), error = null where e.id = event.id;
    end if;
  end if;
  return to_jsonb(row(account.workspace_id, account.stripe_customer_id, account.stripe_subscription_id, nextval('private.stripe_reads'),
    account.workspace_id is null or event.processed_at is not null, account.stripe_read_whole is not distinct from 0)::public.billing_reading);
end
$function$;

CREATE OR REPLACE FUNCTION public.svc_begin_webhook_change(p_project_id bigint)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  most_time constant interval := interval '2 minutes';
  begun private.webhook_changes;
begin
  insert into private.webhook_changes as c (project_id, ends_at) values (p_project_id, clock_timestamp() + most_time)
  on conflict (project_id) do update set claim = gen_random_uuid(), ends_at = excluded.ends_at where c.ends_at < clock_timestamp()
  returning c.* into begun;
  if begun.claim is null then
    return null;
  end if;
  return to_jsonb(row(begun.claim, (
    select r.webhook_external_id
    from public.project_repositories r join private.webhook_secrets s on s.workspace_integration_id = r.workspace_integration_id
    where r.project_id = p_project_id and r.webhook_has_own_secret and s.created_at <= r.webhook_installed_at))::public.webhook_change);
end
$function$;

CREATE OR REPLACE FUNCTION public.svc_ci_token(p_token text)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  found public.pushing_project;
begin
  select t.project_id, encode(t.token_hash, 'hex') as token_hash, p.slug, p.name, p.type, p.workspace_id, w.slug as workspace_slug,
    w.name as workspace_name
  into found
  from private.ci_tokens t
  join public.projects p on p.id = t.project_id
  join public.workspaces w on w.id = p.workspace_id and not w.locked
  where t.token_hash = extensions.digest(p_token, 'sha256');
  if found.project_id is null then
    return null;
  end if;
  update private.ci_tokens t set last_used_at = now()
  where t.project_id = found.project_id and (t.last_used_at is null or t.last_used_at < now() - interval '1 minute');
  return to_jsonb(found::public.pushing_project);
end
$function$;

CREATE OR REPLACE FUNCTION public.svc_ci_token_of(p_project_id bigint)
 RETURNS jsonb
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select to_jsonb(row(t.ciphertext, t.key_id, t.created_at, t.last_used_at)::public.kept_ci_token)
  from private.ci_tokens t where t.project_id = p_project_id
$function$;

CREATE OR REPLACE FUNCTION public.svc_connect_external(p_auth_id uuid, p_session_id uuid, p_integration_id bigint, p_external_id text, p_username text, p_data jsonb DEFAULT '{}'::jsonb, p_tokens jsonb DEFAULT '{}'::jsonb, p_revision text DEFAULT NULL::text)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  session constant private.session := private.session_of(p_session_id, p_auth_id);
  integration constant public.workspace_integrations := private.require_connectable(session, p_integration_id);
  account_id constant bigint := (select u.id from public.users u where u.auth_id = session.auth_id);
  kept public.external_users;
begin
  -- What it connects opens the account, not this workspace alone.
  if session.only_workspace_id is not null or session.is_recent is not true then
    perform private.problem('recent_proof_required');
  end if;
  perform private.require_revision(integration.id, p_revision);
  kept := private.keep_external_user(account_id, integration.id, p_external_id, p_username, p_data, p_tokens);
  if kept.user_id <> account_id then
    perform private.problem('account_connected_to_another_user');
  end if;
  perform private.mail_account(account_id, 'account_connected', jsonb_build_object('integration', integration.name, 'username', kept.username));
  return to_jsonb(row(kept.id, kept.workspace_integration_id, kept.username)::public.connected_account);
end
$function$;

CREATE OR REPLACE FUNCTION public.svc_document(p_document_id uuid, p_published boolean DEFAULT false)
 RETURNS jsonb
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select to_jsonb(row(d.path, d.kind, d.is_blocked, d.eol, d.bom, d.epoch, d.seq, d.branch_id, translate(encode(s.state, 'base64'), E'\n', ''), s.seq,
    case when s.document_id is not null then (
      select coalesce(jsonb_agg(jsonb_build_object('seq', u.seq, 'update', translate(encode(u.update, 'base64'), E'\n', '')) order by u.seq), '[]')
      from private.document_updates u where u.document_id = d.id and u.seq > s.seq) end, o.text, o.upload, (
      select f.workspace_id || '/' || f.object_id from public.files f
      where f.workspace_id = d.workspace_id and f.hash = case when o.document_id is not null then o.hash else d.hash end))::public.stored_document)
  from public.documents d
  left join private.document_snapshots s on s.document_id = d.id and s.epoch = d.epoch and not p_published
  left join private.document_sources o on o.document_id = d.id and not p_published
  where d.id = p_document_id
$function$;

CREATE OR REPLACE FUNCTION public.svc_export(p_branch_id bigint, p_path text, p_kind text, p_format text)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  branch record;
  made private.exports;
  most_bytes constant bigint := 1073741824;
begin
  select b.id, b.last_analyzed_at, p.workspace_id into branch
  from public.branches b
  join public.projects p on p.id = b.project_id
  join public.branch_files f on f.branch_id = b.id and f.path = p_path
  where b.id = p_branch_id and b.last_analyzed_at is not null;
  if branch.id is null then
    return null;
  end if;
  select * into made from private.exports e
  where e.branch_id = branch.id and e.analyzed_at = branch.last_analyzed_at
    and e.path = p_path and e.kind = p_kind and e.format = p_format;
  if made.id is null then
    -- Of the day: what was made lies on a disk that all share.
    if (
      select coalesce(sum(f.size), 0) > most_bytes or count(*) > 5000
      from private.exports e left join public.files f on f.workspace_id = e.workspace_id and f.hash = e.hash
      where e.workspace_id = branch.workspace_id)
    then
      perform private.problem('too_many_exports');
    end if;
    insert into private.exports (branch_id, analyzed_at, path, kind, format, workspace_id)
    values (branch.id, branch.last_analyzed_at, p_path, p_kind, p_format, branch.workspace_id)
    on conflict (branch_id, analyzed_at, path, kind, format) do update set created_at = now()
    returning * into made;
    perform graphile_worker.add_job('export_file', json_build_object('export_id', made.id),
      queue_name => 'export:' || branch.workspace_id, job_key => 'export:' || made.id, max_attempts => 3);
  end if;
  return to_jsonb(row((
    select f.workspace_id || '/' || f.object_id from public.files f where f.workspace_id = made.workspace_id and f.hash = made.hash),
      made.error)::public.exported_file);
end
$function$;

CREATE OR REPLACE FUNCTION public.svc_invitation(p_token text)
 RETURNS jsonb
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select to_jsonb(row(i.id, case
      when against is not null then case against
        when 'invitation_used' then 'used' when 'invitation_declined' then 'declined' when 'invitation_withdrawn' then 'revoked' else 'expired' end
      when private.is_locked(w) then 'locked'
      when not private.feature_allows(w.id, case when i.role = 'guest' then 'guests' else 'members' end)
        and not exists (select 1 from public.workspace_members m where m.workspace_id = w.id and m.user_id = private.account_of(i.email)) then 'seat_limit'
      else 'ok' end, i.email, u.id is not null, coalesce(u.has_password, false), private.is_by_provider(w.id), u.auth_id, a.email, i.role,
        (select private.display_name(p) from public.users p where p.id = i.invited_by), row(w.id, w.slug, w.name,
        w.logo_url)::public.inviting_workspace)::public.found_invitation)
  from public.workspace_invitations i
  join public.workspaces w on w.id = i.workspace_id
  left join public.users u on u.id = private.account_of(i.email)
  left join auth.users a on a.id = u.auth_id
  cross join private.reason_against_answering(i) against
  where i.token_hash = private.token_hash(p_token)
$function$;

CREATE OR REPLACE FUNCTION public.svc_keep_webhook_secret(p_integration_id bigint, p_secret jsonb)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  insert into private.webhook_secrets (workspace_integration_id, ciphertext, key_id)
  values (p_integration_id, p_secret ->> 'ciphertext', p_secret ->> 'key_id')
  on conflict (workspace_integration_id) do nothing;
  -- Of two at once the first one counts, for both.
  return (select to_jsonb(row(s.ciphertext, s.key_id)::public.sealed)
    from private.webhook_secrets s where s.workspace_integration_id = p_integration_id);
end
$function$;

CREATE OR REPLACE FUNCTION public.svc_oauth_client(p_client_id text)
 RETURNS jsonb
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select to_jsonb(row(c.id is not null, coalesce(c.fetched_at > now() - interval '1 hour', false))::public.known_agent)
  from (select p_client_id as id) asked left join private.oauth_clients c on c.id = asked.id
$function$;

CREATE OR REPLACE FUNCTION public.svc_poll_device_request(p_device_code text)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  request private.device_requests;
  is_early boolean;
begin
  select * into request from private.device_requests r where r.device_hash = private.token_hash(p_device_code) for update;
  if request.device_hash is null or request.expires_at <= now() or request.taken_at is not null then
    return to_jsonb(row('expired_token', null, null)::public.polled_device_request);
  end if;
  if request.allowed is null then
    is_early := coalesce(request.polled_at > now() - make_interval(secs => request.pause_seconds), false);
    update private.device_requests r
    set polled_at = now(), pause_seconds = r.pause_seconds + case when is_early then 5 else 0 end
    where r.device_hash = request.device_hash;
    return to_jsonb(row(case when is_early then 'slow_down' else 'authorization_pending' end, null, null)::public.polled_device_request);
  end if;
  if not request.allowed or (private.session_of(request.session_id, request.auth_id)).id is null or not exists (
    select 1 from public.workspace_members m join public.users u on u.id = m.user_id
    where m.workspace_id = request.workspace_id and u.auth_id = request.auth_id) then
    delete from private.device_requests r where r.device_hash = request.device_hash;
    return to_jsonb(row('access_denied', null, null)::public.polled_device_request);
  end if;
  update private.device_requests r set taken_at = now() where r.device_hash = request.device_hash;
  return to_jsonb(row('allowed', request.workspace_id, (select a.email from auth.users a where a.id = request.auth_id))::public.polled_device_request);
end
$function$;

CREATE OR REPLACE FUNCTION public.svc_prepare_push(p_project_id bigint, p_branch text, p_fingerprint text, p_hashes text[])
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  mine constant text := private.push_folder(p_project_id) || p_fingerprint || '/';
begin
  if exists (select 1 from public.project_repositories r where r.project_id = p_project_id) then
    perform private.problem('content_comes_from_git');
  elsif not private.is_git_branch(p_branch) then
    perform private.problem('branch_name_invalid', 'branch');
  end if;
  perform private.require_room_for_pushes(p_project_id);
  return to_jsonb(row(mine, (
      select private.same_push(b.id, p_fingerprint)
      from public.branches b where b.project_id = p_project_id and b.slug = private.branch_slug(p_branch)), (select coalesce(jsonb_agg(hash),
        '[]') from public.svc_files_held(p_project_id, p_hashes) hash), (
      select coalesce(jsonb_agg(substr(o.name, length(mine) + 1)), '[]') from storage.objects o
      where o.bucket_id = 'uploads' and o.name ~>=~ mine and o.name ~<~ (rtrim(mine, '/') || '0')))::public.prepared_push);
end
$function$;

CREATE OR REPLACE FUNCTION public.svc_queue_push(p_project_id bigint, p_token_hash text, p_branch text, p_commit_hash text, p_uploads jsonb, p_held jsonb, p_fingerprint text DEFAULT NULL::text, p_images text[] DEFAULT NULL::text[])
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  project public.projects;
  branch public.branches;
  job uuid;
  kept integer;
  most_files constant integer := 5000;
begin
  perform private.require_ci_token(p_project_id, p_token_hash);
  if jsonb_array_length(p_uploads) + jsonb_array_length(p_held) > most_files then
    perform private.problem('too_many_import_files', params => jsonb_build_object('limit', most_files));
  elsif jsonb_array_length(p_uploads) + jsonb_array_length(p_held) = 0 then
    perform private.problem('import_without_file');
  elsif not private.is_git_branch(p_branch) then
    perform private.problem('branch_name_invalid', 'branch');
  end if;
  select * into project from public.projects p where p.id = p_project_id;
  if exists (select 1 from public.project_repositories r where r.project_id = p_project_id) then
    perform private.problem('content_comes_from_git');
  end if;
  perform private.require_room_for_pushes(p_project_id);
  branch := private.branch_to_push(project, p_branch);
  -- Behind the lock on the project: of two alike the second finds the first.
  job := private.same_push(branch.id, p_fingerprint);
  if job is not null then
    return to_jsonb(row(job, branch.id, branch.slug, true)::public.queued_push);
  end if;
  insert into public.task_logs (task_id, workspace_id, project_id, branch_id, branch_ref, event, commit_hash)
  values ('analyze', project.workspace_id, project.id, branch.id, 'refs/heads/' || branch.name, 'push',
    substring(lower(p_commit_hash) from '^[0-9a-f]{7,64}$'))
  returning job_id into job;
  if p_fingerprint is not null then
    insert into private.pushes (job_id, fingerprint, awaited_images) values (job, p_fingerprint, cardinality(p_images));
  end if;
  perform private.add_uploads(job, p_uploads, private.push_folder(project.id));
  insert into private.task_files (job_id, path, workspace_id, hash)
  select job, h ->> 'path', project.workspace_id, decode(h ->> 'hash', 'hex')
  from jsonb_array_elements(p_held) h
  where private.is_project_path(h ->> 'path') and h ->> 'hash' in (
    select public.svc_files_held(project.id, array(select held ->> 'hash' from jsonb_array_elements(p_held) held)));
  get diagnostics kept = row_count;
  if kept <> jsonb_array_length(p_held) then
    perform private.problem('upload_not_found');
  end if;
  -- Those that do not come stay as they are.
  insert into private.task_files (job_id, path, workspace_id, hash)
  select job, f.path, f.workspace_id, f.hash from public.branch_files f
  where f.branch_id = branch.id and f.path = any (p_images) and not exists (
    select 1 from jsonb_array_elements(p_uploads || p_held) sent where sent ->> 'path' = f.path);
  perform private.start_analysis_job(job, project.workspace_id, 'branch:' || branch.id,
    case when cardinality(p_images) > 0 then now() + interval '2 minutes' end);
  return to_jsonb(row(job, branch.id, branch.slug, false)::public.queued_push);
end
$function$;

CREATE OR REPLACE FUNCTION public.svc_register_oauth_client(p_name text, p_redirect_uris text[], p_client text)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  wait constant integer := private.throttle_hit('oauth-client:' || private.client_key(p_client), 20, 3600);
  named constant text := left(btrim(p_name), 100);
  added private.oauth_clients;
begin
  if wait > 0 then
    return to_jsonb(row(wait, null, null, null)::public.registered_agent);
  end if;
  if coalesce(cardinality(p_redirect_uris), 0) not between 1 and 10
    or exists (select 1 from unnest(p_redirect_uris) uri where private.is_redirect_uri(uri) is not true or private.leads_home(uri)) then
    return to_jsonb(row(0, null, null, null)::public.registered_agent);
  end if;
  insert into private.oauth_clients (id, name, redirect_uris, ip_address)
  values (private.new_token(), case when private.is_name(named) then named else 'unknown' end, p_redirect_uris, private.as_address(p_client))
  returning * into added;
  return to_jsonb(row(0, added.id, added.name, extract(epoch from added.created_at)::bigint)::public.registered_agent);
end
$function$;

CREATE OR REPLACE FUNCTION public.svc_request_code(p_purpose text, p_email text, p_client text, p_browser_hash text DEFAULT NULL::text)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  wait constant integer := private.code_wait(p_purpose, p_email, p_client, p_browser_hash);
begin
  if wait > 0 then
    return to_jsonb(row(false, wait)::public.requested_code);
  end if;
  perform private.send_code(p_purpose, p_email, browser_hash => p_browser_hash);
  return to_jsonb(row(true, 0)::public.requested_code);
end
$function$;

CREATE OR REPLACE FUNCTION public.svc_request_member_code(p_workspace_id bigint, p_email text, p_browser_hash text, p_client text)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  wait constant integer := private.code_wait('member_email', p_email, p_client, p_browser_hash);
  claim private.email_claims;
begin
  if wait > 0 then
    return to_jsonb(row(wait)::public.code_wait);
  end if;
  select * into claim from private.email_claims c
  where c.workspace_id = p_workspace_id and c.email = lower(btrim(p_email)) and c.confirmed_at is null
    and c.created_at > now() - interval '1 day' and c.browser_hash = p_browser_hash
  order by c.created_at desc, c.id desc
  limit 1;
  if found then
    perform private.send_claim_code(claim.id);
  end if;
  return to_jsonb(row(0)::public.code_wait);
end
$function$;

CREATE OR REPLACE FUNCTION public.svc_request_reset(p_email text, p_client text, p_browser_hash text DEFAULT NULL::text)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  wait constant integer := private.code_wait('reset_password', p_email, p_client, p_browser_hash);
  made jsonb;
begin
  if wait = 0 then
    -- For a stranger as well: what is said of wrong codes must not tell whether there is an account.
    made := private.make_code('reset_password', p_email, browser_hash => p_browser_hash);
    if private.account_of(p_email) is not null then
      perform private.mail_code(p_email, made);
    end if;
  end if;
  return to_jsonb(row(wait)::public.code_wait);
end
$function$;

CREATE OR REPLACE FUNCTION public.svc_request_workspace_signup(p_slug text, p_email text, p_client text, p_browser_hash text DEFAULT NULL::text)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  host public.workspaces;
  wait integer;
begin
  select * into host from public.workspaces w where w.slug = lower(p_slug);
  perform private.require_registration(host.id);
  wait := private.code_wait('workspace_signup', p_email, p_client, p_browser_hash);
  if wait = 0 then
    perform private.send_code('workspace_signup', p_email, 'workspace:' || host.id, jsonb_build_object(
      'workspace_id', host.id, 'workspace', host.name), browser_hash => p_browser_hash);
  end if;
  return to_jsonb(row(wait)::public.code_wait);
end
$function$;

CREATE OR REPLACE FUNCTION public.svc_scim_caller(p_token text, p_weight integer DEFAULT 1)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  host_id constant bigint := private.scim_host(p_token);
  hash constant bytea := extensions.digest(p_token, 'sha256');
begin
  update private.scim_tokens t set last_used_at = now()
  where t.token_hash = hash and (t.last_used_at is null or t.last_used_at < now() - interval '1 minute');
  return to_jsonb(row(host_id, private.throttle_hit('scim:' || encode(hash, 'hex'), 6000, 60, least(greatest(p_weight, 1), 1000)))::public.scim_caller);
end
$function$;

CREATE OR REPLACE FUNCTION public.svc_signup_workspace(p_auth_id uuid, p_email text, p_code text, p_slug text, p_name text, p_client text, p_browser_hash text DEFAULT NULL::text)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  account_id bigint;
  made public.workspaces;
begin
  perform private.consume_code('signup', p_email, p_code, browser_hash => p_browser_hash);
  if private.state_of_slug(p_slug) = 'invalid' then
    perform private.problem('slug_invalid');
  end if;
  account_id := private.ensure_user(p_auth_id, p_email);
  perform private.keep_browser((select u.auth_id from public.users u where u.id = account_id), p_browser_hash);
  made := private.create_workspace(account_id, p_slug, coalesce(nullif(btrim(p_name), ''), p_slug));
  insert into public.activity_events (workspace_id, type, actor_id, actor_name, actor_email, ip_address)
  select made.id, 'workspace.created', u.id, private.display_name(u), lower(p_email),
    case when p_client ~ '^[0-9a-fA-F.:]+$' then p_client::inet end
  from public.users u where u.id = account_id;
  return to_jsonb(row(row(made.id, made.slug, made.name)::public.named_workspace, account_id,
    (select u.is_account_info_collected from public.users u where u.id = account_id))::public.new_workspace);
end
$function$;

CREATE OR REPLACE FUNCTION public.svc_spectral_ruleset(p_project_id bigint, p_token text, p_guide_id bigint DEFAULT NULL::bigint, p_path text DEFAULT NULL::text)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  token private.spectral_tokens;
  guides bigint[];
  file public.branch_files;
begin
  select t.* into token
  from private.spectral_tokens t
  join public.projects p on p.id = t.project_id
  join public.workspaces w on w.id = p.workspace_id and not w.locked
  where t.project_id = p_project_id and t.token_hash = extensions.digest(p_token, 'sha256');
  if token.project_id is null then
    return null;
  end if;
  update private.spectral_tokens t set last_used_at = now()
  where t.project_id = token.project_id and (t.last_used_at is null or t.last_used_at < now() - interval '1 minute');
  guides := private.style_guides_of(token.project_id, token.created_by);
  if p_guide_id is null or p_guide_id = any (guides) then
    file := case
      when p_guide_id is not null then private.guide_file(token.project_id, p_guide_id, p_path)
      when p_path is null then private.own_ruleset(token.project_id)
      else private.extended_ruleset(token.project_id, p_path)
    end;
  end if;
  return to_jsonb(row((
      select row(file.path, f.workspace_id || '/' || f.object_id, f.size)::public.ruleset_object
      from public.files f where f.workspace_id = file.workspace_id and f.hash = file.hash), case when p_guide_id is null and p_path is null then (
      select coalesce(jsonb_agg(g.id order by g.place), '[]')
      from unnest(guides) with ordinality g (id, place)
      where (private.guide_file(token.project_id, g.id, null)).path is not null) else '[]' end)::public.opened_ruleset);
end
$function$;

CREATE OR REPLACE FUNCTION public.svc_start_device_request(p_workspace_slug text, p_machine text, p_client text)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  device_code constant text := private.new_token();
  wait constant integer := private.throttle_hit('device:' || private.client_key(p_client), 20, 900);
  request private.device_requests;
begin
  if wait > 0 then
    return to_jsonb(row(wait, null, null, null, null)::public.started_device_request);
  end if;
  insert into private.device_requests (device_hash, user_code, workspace_id, machine, ip_address)
  select private.token_hash(device_code), private.new_user_code(), w.id,
    case when private.is_name(left(btrim(p_machine), 100)) then left(btrim(p_machine), 100) else 'unknown' end, private.as_address(p_client)
  from public.workspaces w where w.slug = lower(p_workspace_slug)
  returning * into request;
  if request.device_hash is null then
    perform private.problem('workspace_not_found');
  end if;
  return to_jsonb(row(0, device_code, substr(request.user_code, 1, 4) || '-' || substr(request.user_code, 5), request.pause_seconds,
    extract(epoch from request.expires_at - request.created_at)::integer)::public.started_device_request);
end
$function$;

CREATE OR REPLACE FUNCTION public.svc_take_oauth_code(p_code text, p_client_id text, p_redirect_uri text, p_verifier text)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  found private.oauth_codes;
begin
  -- Shown twice: one of the two has stolen it, and which one nobody knows.
  select * into found from private.oauth_codes c where c.code_hash = private.token_hash(p_code) for update;
  if found.opened_session_id is not null then
    perform private.end_sessions(found.auth_id, 'reused', only_one => found.opened_session_id);
  elsif found.taken_at is not null then
    -- Its session is being opened this moment, and finds no code to stand on.
    delete from private.oauth_codes c where c.code_hash = found.code_hash;
    return null;
  end if;
  -- Wrong or right, who shows a code has used it.
  update private.oauth_codes c set taken_at = now()
  where c.code_hash = private.token_hash(p_code) and c.taken_at is null and c.expires_at > now()
  returning * into found;
  if found.code_hash is null or found.client_id is distinct from p_client_id or found.redirect_uri is distinct from p_redirect_uri
    or coalesce(p_verifier !~ '^[A-Za-z0-9._~-]{43,128}$', true)
    or found.challenge <> translate(rtrim(encode(sha256(convert_to(p_verifier, 'UTF8')), 'base64'), '='), '+/', '-_')
    or (private.session_of(found.session_id, found.auth_id)).id is null
    or not exists (
      select 1 from public.workspace_members m join public.users u on u.id = m.user_id
      where m.workspace_id = found.workspace_id and u.auth_id = found.auth_id) then
    return null;
  end if;
  return (
    select to_jsonb(row(a.email, found.resource, w.slug, w.domain)::public.taken_oauth_code)
    from auth.users a, public.workspaces w where a.id = found.auth_id and w.id = found.workspace_id);
end
$function$;

CREATE OR REPLACE FUNCTION public.svc_take_webhook(p_integration_id bigint, p_ciphertext text, p_client text, p_deliveries jsonb)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  most_a_minute constant integer := 3000;
  most_events_a_minute constant integer := 6000;
  most_waiting constant integer := 2000;
  wait_for_worker constant integer := 30;
  integration constant jsonb := public.svc_webhook_integration(p_integration_id);
  current_ciphertext constant text := integration #>> '{secret,ciphertext}';
  wait integer;
  concerning jsonb;
  taken text[];
begin
  -- What it was verified with may have been changed or switched off since it was read.
  if current_ciphertext is null or p_ciphertext is distinct from current_ciphertext then
    return to_jsonb(row(false, null, null, null)::public.taken_webhook);
  end if;
  wait := private.throttle_hit('webhook:' || p_integration_id || ':' || private.client_key(p_client), most_a_minute, 60,
    (select count(distinct coalesce(d ->> 'delivery', ''))::integer from jsonb_array_elements(p_deliveries) d));
  if wait > 0 then
    return to_jsonb(row(true, wait, null, null)::public.taken_webhook);
  end if;
  if (
    select count(*) from (
      select 1 from private.waiting_webhooks w where w.workspace_integration_id = p_integration_id limit most_waiting) waiting) >= most_waiting then
    return to_jsonb(row(true, wait_for_worker, null, null)::public.taken_webhook);
  end if;
  -- Of a delivery that concerns nobody one line is written down, however much it tells.
  select coalesce(jsonb_agg(told.d order by told.place), '[]')
  into concerning
  from (
    select listed.d, listed.place, listed.concerns or row_number() over delivery = 1 and not bool_or(listed.concerns) over whole_delivery as is_kept
    from (
      select d, place, coalesce(d ->> 'delivery', '') as delivery, private.may_concern(p_integration_id, d -> 'event') as concerns
      from jsonb_array_elements(p_deliveries) with ordinality as listed (d, place)
    ) listed
    window whole_delivery as (partition by listed.delivery), delivery as (whole_delivery order by listed.place)
  ) told
  where told.is_kept;
  wait := private.throttle_hit('webhook_events:' || (integration ->> 'workspace_id'), most_events_a_minute, 60, jsonb_array_length(concerning));
  if wait > 0 then
    return to_jsonb(row(true, wait, null, null)::public.taken_webhook);
  end if;
  with kept as (
    insert into private.waiting_webhooks (workspace_integration_id, delivery_id, event)
    select p_integration_id, d ->> 'id', d -> 'event'
    from jsonb_array_elements(concerning) with ordinality listed (d, place)
    where not exists (
      select 1 from public.webhook_deliveries known
      where known.workspace_integration_id = p_integration_id and known.delivery_id = d ->> 'id')
    order by place
    on conflict on constraint waiting_webhooks_once_key do nothing
    returning delivery_id
  )
  select array_agg(delivery_id) into taken from kept;
  if taken is not null then
    perform private.queue_waiting_webhooks(p_integration_id);
  end if;
  return to_jsonb(row(true, 0, coalesce(to_jsonb(taken), '[]'), (select coalesce(jsonb_agg(d -> 'id'),
    '[]') from jsonb_array_elements(p_deliveries) d where not concerning @> jsonb_build_array(d)))::public.taken_webhook);
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
    select to_jsonb(row(row(w.id, w.slug, w.name)::public.named_workspace, e.email, held.kind)::public.unsubscribed)
    from public.workspaces w left join public.emails e on e.user_id = held.user_id and e.is_primary
    where w.id = held.workspace_id);
end
$function$;

CREATE OR REPLACE FUNCTION public.svc_webhook_integration(p_integration_id bigint)
 RETURNS jsonb
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select to_jsonb(row(i.id, i.kind, i.workspace_id, (
    select row(s.ciphertext, s.key_id)::public.sealed
    from private.webhook_secrets s where s.workspace_integration_id = i.id))::public.hooked_integration)
  from public.workspace_integrations i join public.workspaces w on w.id = i.workspace_id
  where i.id = p_integration_id and i.enabled and private.is_git_host(i.kind) and not w.locked
$function$;

CREATE OR REPLACE FUNCTION public.svc_why_ended(p_refresh_token text)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  known private.ended_sessions;
begin
  -- A token that is still there was used before: the session ends for the thief too, whose access token would live on.
  perform set_config('waymark.ended', 'reused', true);
  delete from auth.sessions s using auth.refresh_tokens t where t.token = p_refresh_token and t.session_id = s.id and t.revoked;
  if found then
    known.reason := 'reused';
  else
    select * into known from private.ended_sessions e where e.token_hash = extensions.digest(p_refresh_token, 'sha256');
  end if;
  return to_jsonb(row(known.reason, private.sentence(private.reason_of_ending(known.reason)))::public.session_end);
end
$function$;

CREATE OR REPLACE FUNCTION public.svc_workspace_access(p_auth_id uuid, p_workspace_id bigint, p_session_id uuid)
 RETURNS jsonb
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select to_jsonb(row(m.role, session.id is not null and private.session_covers(session.only_workspace_id, session.integration_id, w.id,
    private.is_by_provider(w.id)), private.is_by_provider(w.id),
    m.user_id is not null and (w.locked or w.lock_at <= now()) is true and m.user_id <> private.oldest_owner_id(w.id), w.lock_reason,
    (select e.email from public.emails e where e.user_id = private.oldest_owner_id(w.id) and e.is_primary))::public.workspace_access)
  from public.workspaces w
  left join public.users u on u.auth_id = p_auth_id
  left join public.workspace_members m on m.workspace_id = w.id and m.user_id = u.id
  cross join private.session_of(p_session_id, p_auth_id) session
  where w.id = p_workspace_id
$function$;

CREATE OR REPLACE FUNCTION public.svc_workspace_export(p_link text)
 RETURNS jsonb
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select to_jsonb(row(e.workspace_id || '/' || e.id, e.parts, e.size, w.slug || '-' || to_char(e.created_at at time zone 'UTC',
    'YYYY-MM-DD') || '.zip')::public.stored_archive)
  from private.workspace_exports e
  join public.workspaces w on w.id = e.workspace_id
  -- Who is no owner any more has nothing to take along.
  join public.workspace_members m on m.workspace_id = e.workspace_id and m.user_id = e.user_id and m.role = 'owner' and m.is_active
  where e.link_hash = private.token_hash(p_link) and e.link_until > now() and e.status = 'success' and private.keeps_export(e)
$function$;

CREATE OR REPLACE FUNCTION public.svc_workspace_token(p_token text)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  found_token public.machine_principals;
  expires constant bigint := floor(extract(epoch from now()))::bigint + 300;
  payload text;
begin
  select mp.* into found_token
  from public.machine_principals mp
  join public.workspaces w on w.id = mp.workspace_id and not w.locked
  where mp.token_hash = extensions.digest(p_token, 'sha256');
  if found_token.id is null or not private.feature_allows(found_token.workspace_id, 'oauth_client_apps') then
    return null;
  end if;
  update public.machine_principals mp set last_used_at = now()
  where mp.id = found_token.id and (mp.last_used_at is null or mp.last_used_at < now() - interval '1 minute');
  payload := found_token.id || '.' || expires;
  return to_jsonb(row(found_token.id, found_token.workspace_id, found_token.name, payload || '.' || private.sign_grant(payload),
    to_timestamp(expires))::public.workspace_grant);
end
$function$;

CREATE OR REPLACE FUNCTION public.workspace_billing(p_workspace_id bigint)
 RETURNS public.billing_account
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  account public.billing_accounts;
  product public.billing_products;
  renewed public.billing_pricing_plans;
  included integer;
  workspace public.workspaces;
begin
  perform private.require_billing(p_workspace_id);
  select * into account from public.billing_accounts a where a.workspace_id = p_workspace_id;
  select * into product from public.billing_products p where p.id = account.billing_product_id;
  select * into renewed from public.billing_pricing_plans p where p.id = account.renew_billing_pricing_plan_id;
  select * into workspace from public.workspaces w where w.id = p_workspace_id;
  included := coalesce(account.included_members, product.included_members);
  return row(
    account.billing_product_id, account.billing_pricing_plan_id, account.renew_billing_pricing_plan_id, account.cycle_interval_months,
    included, account.paid_members, account.trial_end_at, account.status, account.stripe_status,
    account.stripe_cancel_at_period_end, account.stripe_current_period_end, account.next_renewal_at, account.next_invoice_at,
    account.next_invoice_type, account.next_invoice_projection, private.price_paid(account), private.contract_terms(account),
    account.stripe_billing_email, account.managed_by, account.last_invoice_error,
    row(product.id, product.name, product.label, product.priority)::public.billed_product,
    row(private.feature_usage(p_workspace_id, 'members'), included, coalesce(account.paid_members, 0),
      private.feature_pending(p_workspace_id, 'members'))::public.billed_members,
    private.billing_limits(p_workspace_id, product.id),
    case
      when account.stripe_cancel_at_period_end then row('cancel', account.pending_at, 1, null)::public.pending_change
      when renewed.id is not null then row(case when account.pending_product_id is null then 'interval' else 'downgrade' end,
        account.pending_at, renewed.product_id, renewed.cycle_interval_months)::public.pending_change end,
    case when account.unconfirmed is not null then row(account.unconfirmed ->> 'url', (account.unconfirmed ->> 'amount')::integer,
      to_timestamp((account.unconfirmed ->> 'until')::bigint), (private.plan_in(account.unconfirmed -> 'items')).product_id,
      private.seats_in(account.unconfirmed -> 'items'))::public.unconfirmed_change end,
    case when account.payment_method_last4 is not null then
      row(account.payment_method_brand, account.payment_method_last4, account.payment_method_expires)::public.payment_card end,
    account.stripe_customer_id is not null,
    private.is_running(jsonb_build_object('status', account.stripe_status)) is true,
    private.trial_available(p_workspace_id),
    (select count(*) from public.projects p where p.workspace_id = p_workspace_id and p.is_read_only),
    workspace.lock_at + account.clock_ahead, workspace.lock_reason)::public.billing_account;
end
$function$;

COMMENT ON FUNCTION "private"."as_device_request"(private.device_requests, integer) IS 'A request as the person who is to answer it sees it.';

COMMENT ON FUNCTION "private"."billing_limits"(bigint, bigint) IS 'What a plan limits, how much of it a workspace uses, and how much the plan has.';

COMMENT ON FUNCTION "private"."contract_terms"(public.billing_accounts) IS 'What was agreed on of a contract, and what this quarter''s true-up would come to now: {seat_price, ends_at, seats_beyond, amount}, in cents; null where there is none.';

COMMENT ON FUNCTION "private"."price_paid"(public.billing_accounts) IS 'What a plan that is paid for costs this workspace each period; null where none is. What Stripe was not yet asked about is as plans cost now.';

COMMENT ON FUNCTION "private"."proposal_checks"(public.proposals) IS 'What is looked at before a proposal is merged, and how each stands.';

COMMENT ON FUNCTION "private"."proposal_shown"(public.proposals, bigint) IS 'A proposal as its page shows it.';

COMMENT ON FUNCTION "private"."shown_suggestion"(bigint) IS 'What a comment suggests, as screens show it; null where it suggests nothing.';

COMMENT ON FUNCTION "public"."governance_waivers"(bigint, bigint, integer, integer) IS 'The waivers of the projects whose content the caller may change, those that end first before others.';

COMMENT ON FUNCTION "public"."list_proposals"(bigint, text, text, bigint, text, integer, integer) IS 'Proposals of a workspace that the caller reads, those that something happened to last first. p_of: all, mine, waiting (for the caller); p_status: open, merged, closed, all.';

COMMENT ON FUNCTION "public"."proposal_discussion"(bigint) IS 'All threads of a proposal with what was said in them, at most 2,000 comments. An author that is null is a deleted account.';

COMMENT ON FUNCTION "public"."proposal_impact"(bigint, integer, integer) IS 'Nodes that refer, over at most three steps, to what a proposal changes or removes: on the branch it is for, and on the default branch of every other project that the caller reads. At most 2,000, of the 500 most serious changes; is_all says whether these are all.';

COMMENT ON FUNCTION "public"."proposal_merge"(bigint) IS 'How a proposal would be merged: what both sides changed, whether it may be, and why not; which version was released last.';

COMMENT ON FUNCTION "public"."proposal_nodes"(bigint, text, text, integer, integer) IS 'The nodes that a proposal changes, what breaks first, a page at a time: with a part of their name, or of one level (major, minor, patch).';

COMMENT ON FUNCTION "public"."rule_fix_projects"(bigint, text, integer, integer) IS 'The projects whose content the caller may change that go against a rule with a quick fix, or in which it was fixed, at most 100.';

COMMENT ON FUNCTION "public"."workspace_billing"(bigint) IS 'The billing account of a workspace for who manages it: what was bought, what is used, what will change.';

COMMENT ON TYPE "public"."billed_members" IS 'Seats of a workspace; pending: those that open invitations will take.';

COMMENT ON TYPE "public"."billed_product" IS 'The plan that a workspace has.';

COMMENT ON TYPE "public"."billing_account" IS 'The billing account of a workspace for who manages it. has_payment_customer: something was bought before, or is now; has_subscription: there is one that can be changed; read_only_projects: those beyond what the plan holds.';

COMMENT ON TYPE "public"."billing_contract" IS 'What was agreed on of a contract, in cents, and what this quarter''s true-up would come to now.';

COMMENT ON TYPE "public"."billing_discount" IS 'What is taken off each invoice: percent, or cents.';

COMMENT ON TYPE "public"."billing_limit" IS 'What a plan limits, how much of it a workspace uses, and how much the plan has; null is unlimited.';

COMMENT ON TYPE "public"."billing_price" IS 'What a plan costs a workspace each period, in cents before discounts and taxes; user: of one seat.';

COMMENT ON TYPE "public"."billing_reading" IS 'A reading of Stripe that begins, by its number. is_done: of an event that is nobody''s, or was applied before; is_first: nothing was read as a whole before.';

COMMENT ON TYPE "public"."branch_look" IS 'A branch whose host is asked what came since, and the commit that is known of it.';

COMMENT ON TYPE "public"."changed_node" IS 'A node that a proposal changes, with its changes, [{semver, rule, message, before, after, pointer, line}].';

COMMENT ON TYPE "public"."changed_node_page" IS 'A page of nodes that a proposal changes, and how many there are in all.';

COMMENT ON TYPE "public"."code_wait" IS 'How many seconds to wait where too many codes were asked for, else 0.';

COMMENT ON TYPE "public"."connected_account" IS 'An account of a provider that was connected.';

COMMENT ON TYPE "public"."exported_file" IS 'A file in another form, or why there is none; neither while the worker makes it.';

COMMENT ON TYPE "public"."found_invitation" IS 'What an invitation is for, and whether it can be accepted: ok, expired, revoked, declined, used, locked or seat_limit.';

COMMENT ON TYPE "public"."governance_waiver_page" IS 'A page of waivers, and how many there are in all.';

COMMENT ON TYPE "public"."hooked_integration" IS 'A Git integration with the encrypted secret that its webhooks are verified with, null where it has none yet.';

COMMENT ON TYPE "public"."idempotency" IS 'What is known of a key: new, running, mismatch; or done, with what was answered.';

COMMENT ON TYPE "public"."inviting_workspace" IS 'The workspace that somebody is invited to.';

COMMENT ON TYPE "public"."kept_ci_token" IS 'The encrypted CI token of a project.';

COMMENT ON TYPE "public"."known_agent" IS 'Whether an agent is known, and whether what its address says of it was read within the hour.';

COMMENT ON TYPE "public"."named_workspace" IS 'A workspace by its names.';

COMMENT ON TYPE "public"."new_workspace" IS 'A workspace that was made by signing up.';

COMMENT ON TYPE "public"."opened_audit_webhook" IS 'The address and the encrypted secret of an audit webhook.';

COMMENT ON TYPE "public"."opened_ruleset" IS 'What the Spectral token of a project opens: a file, or the style guides that the project extends.';

COMMENT ON TYPE "public"."other_proposal" IS 'Another proposal of the same branch.';

COMMENT ON TYPE "public"."payment_card" IS 'What invoices are paid with; expires: the last day of its month.';

COMMENT ON TYPE "public"."pending_change" IS 'What will be at the end of the period: interval, downgrade or cancel.';

COMMENT ON TYPE "public"."plan_loss" IS 'What a workspace has by its plan and would not have, or not as much of. goes_on: what there is of it stays in use.';

COMMENT ON TYPE "public"."polled_device_request" IS 'What became of a request of a program: authorization_pending, slow_down, access_denied, expired_token; or allowed, with whom to open a session for.';

COMMENT ON TYPE "public"."prepared_push" IS 'What is there already of a push: where its files go, its task where this very push came last, and hashes of files that branches hold and that an attempt before has sent.';

COMMENT ON TYPE "public"."proposal_baseline" IS 'A branch that something may be proposed for.';

COMMENT ON TYPE "public"."proposal_branch" IS 'A branch that is proposed, or could be. has_changes: its working copy is ahead of it.';

COMMENT ON TYPE "public"."proposal_check" IS 'A check of a proposal: passed, pending, failed (holds it up) or noted (does not), and in words.';

COMMENT ON TYPE "public"."proposal_comment" IS 'A comment of a proposal; suggestion: another text for a stretch of a file.';

COMMENT ON TYPE "public"."proposal_finding" IS 'A violation of the rules that a proposal brings, or takes away.';

COMMENT ON TYPE "public"."proposal_impact" IS 'What a proposal breaks elsewhere: how much, in how many projects, and a page of it. is_all: whether this is all.';

COMMENT ON TYPE "public"."proposal_item" IS 'A proposal in a list. is_waiting: for the caller.';

COMMENT ON TYPE "public"."proposal_item_page" IS 'A page of proposals, and how many there are in all.';

COMMENT ON TYPE "public"."proposal_lint" IS 'Which violations a proposal brings and takes away, and whether both branches are linted as they are.';

COMMENT ON TYPE "public"."proposal_merging" IS 'How a proposal would be merged: why not, what both sides changed, [{path, conflicts: [{name, base, ours, theirs}]}], and why the last merge failed.';

COMMENT ON TYPE "public"."proposal_page" IS 'The page of a branch in /proposals: its proposal, or what a new one needs.';

COMMENT ON TYPE "public"."proposal_project" IS 'The project of a proposal.';

COMMENT ON TYPE "public"."proposal_requirement" IS 'Whose approvals a proposal needs, and how many there are.';

COMMENT ON TYPE "public"."proposal_review" IS 'The newest review of somebody. fallen_at: since when it counts no more.';

COMMENT ON TYPE "public"."proposal_reviewer" IS 'Who was asked to review a proposal: a person or a team. reads: sees it still; may_unask: the caller may do without them.';

COMMENT ON TYPE "public"."proposal_shown" IS 'A proposal as its page shows it.';

COMMENT ON TYPE "public"."proposal_thread" IS 'A thread of a proposal with its comments; path and line of its change, null where there is none any more.';

COMMENT ON TYPE "public"."pushing_project" IS 'The project that a CI token pushes to, and the SHA-256 of the token, by which it is looked at again once its push has come.';

COMMENT ON TYPE "public"."queued_push" IS 'A push with its task; came_before: the same push came before, and nothing was queued.';

COMMENT ON TYPE "public"."registered_agent" IS 'An agent that registered itself; without an id where an address for its codes is not allowed.';

COMMENT ON TYPE "public"."requested_code" IS 'Whether a code was sent, and how many seconds to wait where too many were asked for.';

COMMENT ON TYPE "public"."rule_fix_page" IS 'A page of projects that go against a rule, and how many there are in all.';

COMMENT ON TYPE "public"."ruleset_object" IS 'A file of a ruleset, and where it lies.';

COMMENT ON TYPE "public"."scim_caller" IS 'Whose token an identity provider shows, and how many seconds it has to wait.';

COMMENT ON TYPE "public"."sealed" IS 'A secret as the functions encrypted it.';

COMMENT ON TYPE "public"."session_end" IS 'Why a session ended, and the sentence for it.';

COMMENT ON TYPE "public"."started_device_request" IS 'The request of a program to be signed in, and how often it may ask what became of it.';

COMMENT ON TYPE "public"."stored_archive" IS 'Where the parts of an archive lie, and what its file is called.';

COMMENT ON TYPE "public"."stored_document" IS 'A document as it is kept: the newest snapshot (V2, gzip, Base64) and what was typed since (V1, Base64), or what it begins with.';

COMMENT ON TYPE "public"."suggested_text" IS 'Another text for a stretch of a file, which is known by its letters and by what stands beside it.';

COMMENT ON TYPE "public"."taken_oauth_code" IS 'Whom an agent gets a session of, and for which workspace. resource: what it said it will ask.';

COMMENT ON TYPE "public"."taken_webhook" IS 'What came of deliveries: nothing where what they were verified with counts no more; seconds to wait where the client sends too much; else the ids of what was not there before, and of what concerns nobody.';

COMMENT ON TYPE "public"."unconfirmed_change" IS 'A change that begins once its payment is confirmed on the page of the bank, until when.';

COMMENT ON TYPE "public"."unsubscribed" IS 'Whose mails of a kind have ended.';

COMMENT ON TYPE "public"."webhook_change" IS 'The claim to change a webhook at its host, and the id of the one that was installed with the secret that counts now.';

COMMENT ON TYPE "public"."workspace_access" IS 'Whether somebody may enter a workspace with a session. covered: the session is for it, and opened as it asks; by_provider: only sessions that its providers opened count.';

COMMENT ON TYPE "public"."workspace_grant" IS 'What a workspace token is exchanged for.';

REVOKE ALL ON FUNCTION "private"."as_device_request"(private.device_requests, integer) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."as_device_request"(private.device_requests, integer) TO "postgres";

REVOKE ALL ON FUNCTION "private"."billing_limits"(bigint, bigint) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."billing_limits"(bigint, bigint) TO "postgres";

REVOKE ALL ON FUNCTION "private"."contract_terms"(public.billing_accounts) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."contract_terms"(public.billing_accounts) TO "postgres";

REVOKE ALL ON FUNCTION "private"."price_paid"(public.billing_accounts) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."price_paid"(public.billing_accounts) TO "postgres";

REVOKE ALL ON FUNCTION "private"."proposal_checks"(public.proposals) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."proposal_checks"(public.proposals) TO "postgres";

REVOKE ALL ON FUNCTION "private"."proposal_shown"(public.proposals, bigint) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."proposal_shown"(public.proposals, bigint) TO "postgres";

REVOKE ALL ON FUNCTION "private"."shown_suggestion"(bigint) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."shown_suggestion"(bigint) TO "postgres";

REVOKE ALL ON FUNCTION "public"."governance_waivers"(bigint, bigint, integer, integer) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."governance_waivers"(bigint, bigint, integer, integer) TO "authenticated", "postgres";

REVOKE ALL ON FUNCTION "public"."list_proposals"(bigint, text, text, bigint, text, integer, integer) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."list_proposals"(bigint, text, text, bigint, text, integer, integer) TO "authenticated", "postgres";

REVOKE ALL ON FUNCTION "public"."proposal_discussion"(bigint) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."proposal_discussion"(bigint) TO "authenticated", "postgres";

REVOKE ALL ON FUNCTION "public"."proposal_impact"(bigint, integer, integer) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."proposal_impact"(bigint, integer, integer) TO "authenticated", "postgres";

REVOKE ALL ON FUNCTION "public"."proposal_merge"(bigint) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."proposal_merge"(bigint) TO "authenticated", "postgres";

REVOKE ALL ON FUNCTION "public"."proposal_nodes"(bigint, text, text, integer, integer) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."proposal_nodes"(bigint, text, text, integer, integer) TO "authenticated", "postgres";

REVOKE ALL ON FUNCTION "public"."rule_fix_projects"(bigint, text, integer, integer) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."rule_fix_projects"(bigint, text, integer, integer) TO "authenticated", "postgres";

REVOKE ALL ON FUNCTION "public"."workspace_billing"(bigint) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."workspace_billing"(bigint) TO "authenticated", "postgres";

GRANT USAGE ON TYPE "public"."billed_members" TO "postgres";

GRANT USAGE ON TYPE "public"."billed_product" TO "postgres";

GRANT USAGE ON TYPE "public"."billing_account" TO "postgres";

GRANT USAGE ON TYPE "public"."billing_contract" TO "postgres";

GRANT USAGE ON TYPE "public"."billing_discount" TO "postgres";

GRANT USAGE ON TYPE "public"."billing_limit" TO "postgres";

GRANT USAGE ON TYPE "public"."billing_price" TO "postgres";

GRANT USAGE ON TYPE "public"."billing_reading" TO "postgres";

GRANT USAGE ON TYPE "public"."branch_look" TO "postgres";

GRANT USAGE ON TYPE "public"."changed_node" TO "postgres";

GRANT USAGE ON TYPE "public"."changed_node_page" TO "postgres";

GRANT USAGE ON TYPE "public"."code_wait" TO "postgres";

GRANT USAGE ON TYPE "public"."connected_account" TO "postgres";

GRANT USAGE ON TYPE "public"."exported_file" TO "postgres";

GRANT USAGE ON TYPE "public"."found_invitation" TO "postgres";

GRANT USAGE ON TYPE "public"."governance_waiver_page" TO "postgres";

GRANT USAGE ON TYPE "public"."hooked_integration" TO "postgres";

GRANT USAGE ON TYPE "public"."idempotency" TO "postgres";

GRANT USAGE ON TYPE "public"."inviting_workspace" TO "postgres";

GRANT USAGE ON TYPE "public"."kept_ci_token" TO "postgres";

GRANT USAGE ON TYPE "public"."known_agent" TO "postgres";

GRANT USAGE ON TYPE "public"."named_workspace" TO "postgres";

GRANT USAGE ON TYPE "public"."new_workspace" TO "postgres";

GRANT USAGE ON TYPE "public"."opened_audit_webhook" TO "postgres";

GRANT USAGE ON TYPE "public"."opened_ruleset" TO "postgres";

GRANT USAGE ON TYPE "public"."other_proposal" TO "postgres";

GRANT USAGE ON TYPE "public"."payment_card" TO "postgres";

GRANT USAGE ON TYPE "public"."pending_change" TO "postgres";

GRANT USAGE ON TYPE "public"."plan_loss" TO "postgres";

GRANT USAGE ON TYPE "public"."polled_device_request" TO "postgres";

GRANT USAGE ON TYPE "public"."prepared_push" TO "postgres";

GRANT USAGE ON TYPE "public"."proposal_baseline" TO "postgres";

GRANT USAGE ON TYPE "public"."proposal_branch" TO "postgres";

GRANT USAGE ON TYPE "public"."proposal_check" TO "postgres";

GRANT USAGE ON TYPE "public"."proposal_comment" TO "postgres";

GRANT USAGE ON TYPE "public"."proposal_finding" TO "postgres";

GRANT USAGE ON TYPE "public"."proposal_impact" TO "postgres";

GRANT USAGE ON TYPE "public"."proposal_item" TO "postgres";

GRANT USAGE ON TYPE "public"."proposal_item_page" TO "postgres";

GRANT USAGE ON TYPE "public"."proposal_lint" TO "postgres";

GRANT USAGE ON TYPE "public"."proposal_merging" TO "postgres";

GRANT USAGE ON TYPE "public"."proposal_page" TO "postgres";

GRANT USAGE ON TYPE "public"."proposal_project" TO "postgres";

GRANT USAGE ON TYPE "public"."proposal_requirement" TO "postgres";

GRANT USAGE ON TYPE "public"."proposal_review" TO "postgres";

GRANT USAGE ON TYPE "public"."proposal_reviewer" TO "postgres";

GRANT USAGE ON TYPE "public"."proposal_shown" TO "postgres";

GRANT USAGE ON TYPE "public"."proposal_thread" TO "postgres";

GRANT USAGE ON TYPE "public"."pushing_project" TO "postgres";

GRANT USAGE ON TYPE "public"."queued_push" TO "postgres";

GRANT USAGE ON TYPE "public"."registered_agent" TO "postgres";

GRANT USAGE ON TYPE "public"."requested_code" TO "postgres";

GRANT USAGE ON TYPE "public"."rule_fix_page" TO "postgres";

GRANT USAGE ON TYPE "public"."ruleset_object" TO "postgres";

GRANT USAGE ON TYPE "public"."scim_caller" TO "postgres";

GRANT USAGE ON TYPE "public"."sealed" TO "postgres";

GRANT USAGE ON TYPE "public"."session_end" TO "postgres";

GRANT USAGE ON TYPE "public"."started_device_request" TO "postgres";

GRANT USAGE ON TYPE "public"."stored_archive" TO "postgres";

GRANT USAGE ON TYPE "public"."stored_document" TO "postgres";

GRANT USAGE ON TYPE "public"."suggested_text" TO "postgres";

GRANT USAGE ON TYPE "public"."taken_oauth_code" TO "postgres";

GRANT USAGE ON TYPE "public"."taken_webhook" TO "postgres";

GRANT USAGE ON TYPE "public"."unconfirmed_change" TO "postgres";

GRANT USAGE ON TYPE "public"."unsubscribed" TO "postgres";

GRANT USAGE ON TYPE "public"."webhook_change" TO "postgres";

GRANT USAGE ON TYPE "public"."workspace_access" TO "postgres";

GRANT USAGE ON TYPE "public"."workspace_grant" TO "postgres";
