set local check_function_bodies = off;

CREATE TABLE "private"."deletion_notices" ("workspace_id" bigint NOT NULL, "delete_at" timestamp with time zone NOT NULL, CONSTRAINT "deletion_notices_pkey" PRIMARY KEY (workspace_id));

ALTER TABLE "private"."deletion_notices" ENABLE ROW LEVEL SECURITY;

CREATE TABLE "private"."workspace_leftovers" ("workspace_id" bigint NOT NULL, "stripe_customer_id" text, "account_ids" bigint[] NOT NULL DEFAULT '{}'::bigint[], "created_at" timestamp with time zone NOT NULL DEFAULT now(), CONSTRAINT "workspace_leftovers_pkey" PRIMARY KEY (workspace_id));

ALTER TABLE "private"."workspace_leftovers" ENABLE ROW LEVEL SECURITY;

CREATE TYPE "public"."workspace_removal" AS ("delete_at" timestamp with time zone, "obstacle" text, "days" integer);

CREATE OR REPLACE FUNCTION private.begin_deletion(host_id bigint)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  host public.workspaces;
begin
  perform 1 from public.billing_accounts a where a.workspace_id = host_id for update;
  select * into host from public.workspaces w where w.id = host_id for update;
  if host.delete_at is null or host.delete_at > now() then
    return null;
  end if;
  if private.reason_against_deleting(host_id) is not null then
    perform private.call_off_deletion(host, 'plan');
    return null;
  end if;
  return jsonb_build_object('customer', (select a.stripe_customer_id from public.billing_accounts a where a.workspace_id = host_id));
end
$function$;

CREATE OR REPLACE FUNCTION private.call_off_deletion(host public.workspaces, kind text)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  update public.workspaces w set delete_at = null where w.id = host.id;
  delete from private.deletion_notices n where n.workspace_id = host.id;
  perform private.log_activity(host.id, 'workspace.deletion.cancelled',
    case when kind = 'plan' then jsonb_build_object('reason', 'plan_not_cancelled') else '{}' end);
  perform private.tell_of_deletion(host.id, kind, host.delete_at);
end
$function$;

CREATE OR REPLACE FUNCTION private.days_to_deletion()
 RETURNS integer
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select 7
$function$;

CREATE OR REPLACE FUNCTION private.delete_left_accounts(workspace_id bigint, most integer)
 RETURNS integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  waiting bigint[];
  account public.users;
begin
  select l.account_ids into waiting from private.workspace_leftovers l
  where l.workspace_id = delete_left_accounts.workspace_id for update;
  for account in
    select * from public.users u where u.id = any (waiting[1:most]) order by u.id for update
  loop
    -- Asked behind the lock: who enters a workspace meanwhile stays.
    if private.has_nothing_else(account.id) then
      perform private.mail_account(account.id, 'account_deleted', jsonb_build_object('username', account.username, 'with_workspace', true));
      perform private.forget_account(account.id);
    end if;
  end loop;
  update private.workspace_leftovers l set account_ids = waiting[most + 1:]
  where l.workspace_id = delete_left_accounts.workspace_id;
  return coalesce(cardinality(waiting[most + 1:]), 0);
end
$function$;

CREATE OR REPLACE FUNCTION private.finish_deletion(host_id bigint)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  due timestamptz;
  people bigint[];
begin
  perform 1 from public.billing_accounts a where a.workspace_id = host_id for update;
  select w.delete_at into due from public.workspaces w where w.id = host_id for update;
  if due is null or due > now() then
    return;
  end if;
  people := array(select m.user_id from public.workspace_members m where m.workspace_id = host_id order by m.user_id);
  delete from public.workspaces w where w.id = host_id;
  update private.workspace_leftovers l set account_ids = people where l.workspace_id = host_id;
end
$function$;

CREATE OR REPLACE FUNCTION private.follow_deletions()
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  host public.workspaces;
begin
  for host in
    select w.* from public.workspaces w
    where w.delete_at > now() and w.delete_at <= now() + interval '2 days'
      and not exists (select 1 from private.deletion_notices n where n.workspace_id = w.id and n.delete_at = w.delete_at)
    order by w.id
    for no key update skip locked
  loop
    insert into private.deletion_notices (workspace_id, delete_at) values (host.id, host.delete_at)
    on conflict (workspace_id) do update set delete_at = excluded.delete_at;
    perform private.tell_of_deletion(host.id, 'soon', host.delete_at);
  end loop;
  perform graphile_worker.add_job('delete_workspace', json_build_object('workspace_id', w.id),
    queue_name => 'delete_workspace', job_key => 'delete_workspace:' || w.id, job_key_mode => 'preserve_run_at', max_attempts => 5)
  from public.workspaces w where w.delete_at <= now();
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
  delete from auth.users a using public.users u where u.id = forget_account.user_id and a.id = u.auth_id;
end
$function$;

CREATE OR REPLACE FUNCTION private.has_nothing_else(user_id bigint)
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select exists (select 1 from public.users u where u.id = has_nothing_else.user_id and not u.is_site_admin)
    and not exists (select 1 from public.workspace_members m where m.user_id = has_nothing_else.user_id)
    and not exists (select 1 from public.join_requests j where j.user_id = has_nothing_else.user_id and not j.is_denied)
    and not exists (
      select 1 from public.emails e join public.workspace_invitations i on i.email = e.email
      where e.user_id = has_nothing_else.user_id and private.is_live(i))
$function$;

CREATE OR REPLACE FUNCTION private.keep_what_is_paid_for()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  reason text;
begin
  perform 1 from public.billing_accounts a where a.workspace_id = old.id for update;
  reason := private.reason_against_deleting(old.id);
  if reason is not null then
    perform private.problem(reason, params => jsonb_build_object('workspace', old.name));
  end if;
  return old;
end
$function$;

CREATE OR REPLACE FUNCTION private.log_settings_change()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  was constant jsonb := to_jsonb(old);
  changed jsonb;
  before jsonb;
  since jsonb;
begin
  select jsonb_agg(n.key order by n.key), jsonb_object_agg(n.key, private.for_trail(was -> n.key)), jsonb_object_agg(n.key, private.for_trail(n.value))
  into changed, before, since
  from jsonb_each(to_jsonb(new)) n
  -- Locks and deletion have events of their own.
  where n.key not in ('updated_at', 'locked', 'lock_at', 'lock_reason', 'delete_at') and n.value is distinct from was -> n.key;
  if changed is not null then
    perform private.log_activity(new.id, 'workspace.updated', jsonb_build_object('changed', changed, 'old', before, 'new', since));
  end if;
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION private.note_leftovers()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  insert into private.workspace_leftovers (workspace_id, stripe_customer_id)
  values (old.id, (select a.stripe_customer_id from public.billing_accounts a where a.workspace_id = old.id))
  on conflict (workspace_id) do nothing;
  perform graphile_worker.add_job('remove_leftovers', json_build_object('workspace_id', old.id),
    queue_name => 'remove_leftovers', job_key => 'remove_leftovers:' || old.id, max_attempts => 10);
  return old;
end
$function$;

CREATE OR REPLACE FUNCTION private.reason_against_deleting(host_id bigint)
 RETURNS text
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select case
    when exists (
      select 1 from public.billing_accounts a
      where a.workspace_id = host_id and private.is_running(jsonb_build_object('status', a.stripe_status)) and not a.stripe_cancel_at_period_end)
    then 'plan_not_cancelled'
    when exists (select 1 from private.billing_attempts a where a.workspace_id = host_id and private.is_open_checkout(a)) then 'checkout_open'
  end
$function$;

CREATE OR REPLACE FUNCTION private.tell_of_deletion(host_id bigint, kind text, at timestamp with time zone)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  -- What is scheduled and called off over and over fills nobody's inbox.
  if private.throttle_hit('deletion:' || host_id, 10, 86400) > 0 then
    return;
  end if;
  perform private.enqueue_mail(e.email, 'workspace_deletion', jsonb_build_object('kind', tell_of_deletion.kind, 'workspace_id', host_id, 'at', tell_of_deletion.at,
    -- Of whom nothing else is known here goes too.
    'account_goes', tell_of_deletion.kind = 'soon' and not u.is_site_admin and not exists (
      select 1 from public.workspace_members o where o.user_id = m.user_id and o.workspace_id <> host_id)))
  from public.workspace_members m join public.users u on u.id = m.user_id join public.emails e on e.user_id = m.user_id and e.is_primary
  where m.workspace_id = host_id and (m.role = 'owner' or tell_of_deletion.kind = 'soon');
end
$function$;

CREATE OR REPLACE FUNCTION public.cancel_workspace_deletion(p_workspace_id bigint)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  host public.workspaces;
begin
  perform private.require_in_workspace(p_workspace_id, 'WorkspaceDelete');
  select * into host from public.workspaces w where w.id = p_workspace_id for no key update;
  if host.delete_at <= now() then
    perform private.problem('workspace_being_deleted');
  elsif host.delete_at is not null then
    perform private.call_off_deletion(host, 'cancelled');
  end if;
end
$function$;

CREATE OR REPLACE FUNCTION public.delete_account(p_username text)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  me constant bigint := private.require_proven_account();
  account public.users;
  held_back text;
begin
  select * into account from public.users u where u.id = me for update;
  if lower(btrim(coalesce(p_username, ''))) <> account.username then
    perform private.problem('username_not_confirmed');
  end if;
  -- The billing accounts before their workspaces, as everywhere.
  perform 1 from public.billing_accounts a
  where a.workspace_id in (select m.workspace_id from public.workspace_members m where m.user_id = me and m.role = 'owner')
  order by a.workspace_id
  for update;
  -- Owners of one workspace leave one after the other, or each would count on the other to stay.
  perform 1 from public.workspaces w
  where w.id in (select m.workspace_id from public.workspace_members m where m.user_id = me and m.role = 'owner')
  order by w.id
  for update;
  select string_agg(w.name, ', ' order by w.name) into held_back
  from public.workspace_members m join public.workspaces w on w.id = m.workspace_id
  where m.user_id = me and m.role = 'owner'
    and not exists (select 1 from public.workspace_members o where o.workspace_id = w.id and o.role = 'owner' and o.user_id <> me)
    and exists (select 1 from public.workspace_members o where o.workspace_id = w.id and o.user_id <> me);
  if held_back is not null then
    perform private.problem('only_owner_of_workspaces', params => jsonb_build_object('workspaces', held_back));
  end if;
  delete from public.workspaces w
  where exists (select 1 from public.workspace_members m where m.workspace_id = w.id and m.user_id = me and m.role = 'owner')
    and not exists (select 1 from public.workspace_members o where o.workspace_id = w.id and o.user_id <> me);
  perform private.mail_account(me, 'account_deleted', jsonb_build_object('username', account.username));
  perform private.log_activity(m.workspace_id, 'workspace.member.left', jsonb_build_object('role', m.role))
  from public.workspace_members m where m.user_id = me;
  -- What was theirs passes on with each membership (private.forget_member).
  delete from public.workspace_members m where m.user_id = me;
  perform private.forget_account(me);
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

CREATE OR REPLACE FUNCTION public.svc_begin_attempt(p_workspace_id bigint, p_auth_id uuid, p_intent text, p_params jsonb)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  account constant public.billing_accounts := private.account_for_change(p_workspace_id);
  lease constant interval := '90 seconds';
  -- Stripe keeps the answers to keys for a day at least.
  remembered constant interval := '23 hours';
  attempt private.billing_attempts;
begin
  if p_intent <> 'cancel' and exists (select 1 from public.workspaces w where w.id = p_workspace_id and w.delete_at is not null) then
    perform private.problem('workspace_to_be_deleted');
  end if;
  select * into attempt from private.billing_attempts a where a.workspace_id = p_workspace_id and a.ended_at is null for update;
  if private.is_open_checkout(attempt) or attempt.created_at > now() - remembered then
    if attempt.intent = 'checkout' and (p_intent <> 'checkout' or attempt.params <> p_params) then
      return jsonb_build_object('id', attempt.id, 'intent', attempt.intent, 'params', attempt.params, 'stripe_id', attempt.stripe_id, 'waited', attempt.waited,
        'customer', account.stripe_customer_id, 'is_other', true);
    elsif attempt.intent = p_intent and attempt.params = p_params and (p_intent = 'checkout' or attempt.taken_until <= now()) then
      update private.billing_attempts a set taken_until = now() + lease where a.id = attempt.id returning * into attempt;
      return jsonb_build_object('id', attempt.id, 'intent', attempt.intent, 'params', attempt.params, 'stripe_id', attempt.stripe_id, 'waited', attempt.waited,
        'customer', account.stripe_customer_id, 'subscription', account.stripe_subscription_id, 'is_other', false);
    elsif attempt.taken_until > now() then
      perform private.problem('billing_change_under_way');
    end if;
  end if;
  -- What was taken back for a change that was cut off is put back before another begins.
  if attempt.waited is not null then
    return jsonb_build_object('id', attempt.id, 'intent', attempt.intent, 'params', attempt.params, 'stripe_id', attempt.stripe_id, 'waited', attempt.waited,
      'customer', account.stripe_customer_id, 'subscription', account.stripe_subscription_id, 'is_other', true);
  end if;
  update private.billing_attempts a set ended_at = now() where a.workspace_id = p_workspace_id and a.ended_at is null;
  if p_intent = 'checkout' and (p_params ->> 'trial_days')::integer > 0 then
    -- One after the other: of two pages for the same people the second sees the first.
    perform pg_advisory_xact_lock(hashtextextended('billing_trials', 0));
    if not private.trial_available(p_workspace_id) then
      perform private.problem('trial_used');
    end if;
  end if;
  insert into private.billing_attempts (workspace_id, intent, params, taken_until, user_id)
  values (p_workspace_id, p_intent, p_params, now() + lease, (select u.id from public.users u where u.auth_id = p_auth_id))
  returning * into attempt;
  return jsonb_build_object('id', attempt.id, 'intent', attempt.intent, 'params', attempt.params, 'stripe_id', null, 'waited', null,
    'customer', account.stripe_customer_id, 'subscription', account.stripe_subscription_id, 'is_other', false);
end
$function$;

CREATE OR REPLACE FUNCTION public.workspace_removal(p_workspace_id bigint)
 RETURNS public.workspace_removal
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  host public.workspaces;
begin
  perform private.require_in_workspace(p_workspace_id, 'WorkspaceDelete');
  select * into host from public.workspaces w where w.id = p_workspace_id;
  return row(host.delete_at,
    private.sentence(private.reason_against_deleting(p_workspace_id), jsonb_build_object('workspace', host.name)),
    private.days_to_deletion())::public.workspace_removal;
end
$function$;

ALTER TABLE "private"."deletion_notices" ADD CONSTRAINT "deletion_notices_workspace_id_fkey" FOREIGN KEY (workspace_id) REFERENCES public.workspaces(id) ON DELETE CASCADE;

CREATE INDEX workspaces_delete_at_idx ON public.workspaces USING btree (delete_at) WHERE (delete_at IS NOT NULL);

CREATE TRIGGER note_leftovers BEFORE DELETE ON public.workspaces FOR EACH ROW EXECUTE FUNCTION private.note_leftovers();

COMMENT ON FUNCTION "private"."begin_deletion"(bigint) IS 'Whether a workspace is due to go, with its customer at Stripe: {customer}; null where it is not. One that is paid for again stays, and its owners hear of it.';

COMMENT ON FUNCTION "private"."call_off_deletion"(public.workspaces, text) IS 'A workspace that was to be deleted stays: by an owner (cancelled), or because its plan runs on (plan).';

COMMENT ON FUNCTION "private"."days_to_deletion"() IS 'How long a deletion can be called off.';

COMMENT ON FUNCTION "private"."delete_left_accounts"(bigint, integer) IS 'Deletes of the next accounts that a workspace left behind those that have nothing else; answers how many are still to be looked at.';

COMMENT ON FUNCTION "private"."finish_deletion"(bigint) IS 'Deletes a workspace whose date has come with all that refers to it; the accounts of its members are left to be looked at.';

COMMENT ON FUNCTION "private"."follow_deletions"() IS 'Tells members two days before that their workspace will be deleted, and queues those that are due; the worker runs it every few minutes.';

COMMENT ON FUNCTION "private"."forget_account"(bigint) IS 'Deletes an account that is in no workspace any more, with its credential and what was kept about its addresses.';

COMMENT ON FUNCTION "private"."has_nothing_else"(bigint) IS 'Whether an account is in no workspace, asked for none, is invited to none by any of its addresses, and administers no installation.';

COMMENT ON FUNCTION "private"."note_leftovers"() IS 'Bytes and customers outlive the rows that name them: whichever door deletes a workspace, the worker learns what is left.';

COMMENT ON FUNCTION "private"."reason_against_deleting"(bigint) IS 'What keeps a workspace from being deleted, or null: Stripe goes on charging for it, or could begin to.';

COMMENT ON FUNCTION "private"."tell_of_deletion"(bigint, text, timestamp with time zone) IS 'Mails the owners of a workspace that its deletion was scheduled, cancelled or called off by its plan; and all of its members that it comes soon.';

COMMENT ON FUNCTION "public"."cancel_workspace_deletion"(bigint) IS 'Keeps a workspace that was to be deleted, until its date: from then on it is half gone.';

COMMENT ON FUNCTION "public"."delete_workspace"(bigint, text) IS 'Schedules the deletion of a workspace, and answers its date; once more changes nothing. A screen sends the name that was typed, which must be the workspace''s; a program names it by its id alone.';

COMMENT ON FUNCTION "public"."workspace_removal"(bigint) IS 'Whether a workspace can be deleted, for who may.';

COMMENT ON TABLE "private"."deletion_notices" IS 'Of which date of deletion the members of a workspace were told shortly before.';

COMMENT ON TABLE "private"."workspace_leftovers" IS 'What a deleted workspace left behind: its bytes in Storage, its customer at Stripe, and the accounts of its members who may have nothing else. Kept for an hour longer, for what was still being written.';

COMMENT ON TYPE "public"."workspace_removal" IS 'When a workspace will be deleted, what keeps it from being deleted (a sentence), and how many days pass in between.';

REVOKE ALL ON FUNCTION "private"."begin_deletion"(bigint) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."begin_deletion"(bigint) TO "postgres";

REVOKE ALL ON FUNCTION "private"."call_off_deletion"(public.workspaces, text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."call_off_deletion"(public.workspaces, text) TO "postgres";

REVOKE ALL ON FUNCTION "private"."days_to_deletion"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."days_to_deletion"() TO "postgres";

REVOKE ALL ON FUNCTION "private"."delete_left_accounts"(bigint, integer) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."delete_left_accounts"(bigint, integer) TO "postgres";

REVOKE ALL ON FUNCTION "private"."finish_deletion"(bigint) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."finish_deletion"(bigint) TO "postgres";

REVOKE ALL ON FUNCTION "private"."follow_deletions"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."follow_deletions"() TO "postgres";

REVOKE ALL ON FUNCTION "private"."forget_account"(bigint) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."forget_account"(bigint) TO "postgres";

REVOKE ALL ON FUNCTION "private"."has_nothing_else"(bigint) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."has_nothing_else"(bigint) TO "postgres";

REVOKE ALL ON FUNCTION "private"."note_leftovers"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."note_leftovers"() TO "postgres";

REVOKE ALL ON FUNCTION "private"."reason_against_deleting"(bigint) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."reason_against_deleting"(bigint) TO "postgres";

REVOKE ALL ON FUNCTION "private"."tell_of_deletion"(bigint, text, timestamp with time zone) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."tell_of_deletion"(bigint, text, timestamp with time zone) TO "postgres";

REVOKE ALL ON FUNCTION "public"."delete_workspace"(bigint, text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."delete_workspace"(bigint, text) TO "authenticated", "postgres";

REVOKE ALL ON FUNCTION "public"."workspace_removal"(bigint) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."workspace_removal"(bigint) TO "authenticated", "postgres";

GRANT DELETE, INSERT, MAINTAIN, REFERENCES, SELECT, TRIGGER, TRUNCATE, UPDATE ON TABLE "private"."deletion_notices" TO "postgres";

GRANT DELETE, INSERT, MAINTAIN, REFERENCES, SELECT, TRIGGER, TRUNCATE, UPDATE ON TABLE "private"."workspace_leftovers" TO "postgres";

GRANT USAGE ON TYPE "public"."workspace_removal" TO "postgres";

-- By hand: sentences, and what workspaces left behind that were deleted before the worker looked after it.
insert into private.reasons (reason, code, status, sentence, field) values
  ('workspace_being_deleted', 'CONFLICT', 409, 'This workspace is being deleted. It is too late to keep it.', null),
  ('workspace_name_not_confirmed', 'VALIDATION_ERROR', 400, 'Type the name of the workspace to confirm.', 'name'),
  ('workspace_to_be_deleted', 'CONFLICT', 409, 'This workspace will be deleted. Cancel its deletion first.', null);

insert into private.workspace_leftovers (workspace_id)
select distinct split_part(o.name, '/', 1)::bigint
from storage.objects o
where o.bucket_id in ('files', 'uploads') and o.name ~ '^[0-9]{1,18}/'
on conflict do nothing;
delete from private.workspace_leftovers l using public.workspaces w where w.id = l.workspace_id;
