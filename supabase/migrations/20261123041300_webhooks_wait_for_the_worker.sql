set local check_function_bodies = off;

DROP FUNCTION "public"."svc_invite_committers"(bigint, text[]);

DROP FUNCTION "public"."svc_receive_webhook"(bigint, text, jsonb);

CREATE TABLE "private"."waiting_webhooks" ("id" bigint GENERATED ALWAYS AS IDENTITY NOT NULL, "workspace_integration_id" bigint NOT NULL, "delivery_id" text NOT NULL, "event" jsonb NOT NULL, "received_at" timestamp with time zone NOT NULL DEFAULT now(), CONSTRAINT "check_waiting_webhooks_delivery" CHECK (((length(delivery_id) >= 1) AND (length(delivery_id) <= 200))), CONSTRAINT "check_waiting_webhooks_event" CHECK ((jsonb_typeof(event) = 'object'::text)), CONSTRAINT "waiting_webhooks_once_key" UNIQUE (workspace_integration_id, delivery_id), CONSTRAINT "waiting_webhooks_pkey" PRIMARY KEY (id));

ALTER TABLE "private"."waiting_webhooks" ENABLE ROW LEVEL SECURITY;

CREATE OR REPLACE FUNCTION private.apply_waiting_webhooks(integration_id bigint, after_id bigint)
 RETURNS TABLE(last_id bigint, applied integer, failure text)
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  most_at_once constant integer := 50;
  waiting private.waiting_webhooks;
  result jsonb;
begin
  applied := 0;
  -- In the order they came in. Who works on them already is waited for, and has removed what it applied.
  for waiting in
    select * from private.waiting_webhooks w
    where w.workspace_integration_id = apply_waiting_webhooks.integration_id and w.id > after_id
    order by w.id limit most_at_once for update
  loop
    last_id := waiting.id;
    begin
      result := private.apply_webhook(waiting.workspace_integration_id, waiting.delivery_id, waiting.event, waiting.received_at);
      if waiting.event ->> 'type' = 'push' and result ->> 'outcome' = 'queued' then
        perform private.invite_committers((result ->> 'project_id')::bigint, array(
          select jsonb_array_elements_text(coalesce(waiting.event -> 'committers', '[]'))));
      end if;
      delete from private.waiting_webhooks w where w.id = waiting.id;
      applied := applied + 1;
    exception when others then
      -- It is tried again; those behind it do not wait for that.
      failure := sqlerrm;
    end;
  end loop;
  return next;
end
$function$;

CREATE OR REPLACE FUNCTION private.apply_webhook(integration_id bigint, delivery_id text, event jsonb, received_at timestamp with time zone DEFAULT now())
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  integration public.workspace_integrations;
  project public.projects;
  delivery public.webhook_deliveries;
  applied public.webhook_deliveries;
begin
  select * into integration from public.workspace_integrations i where i.id = apply_webhook.integration_id;
  select p.* into project
  from public.project_repositories r join public.projects p on p.id = r.project_id
  where r.workspace_integration_id = apply_webhook.integration_id and r.external_id = event ->> 'repository_id';
  insert into public.webhook_deliveries (workspace_id, workspace_integration_id, project_id, delivery_id, event, ref, repository, outcome, received_at)
  values (integration.workspace_id, apply_webhook.integration_id, project.id, apply_webhook.delivery_id, coalesce(event ->> 'type', 'unknown'),
    left(event ->> 'branch', 300), left(event ->> 'repository', 500),
    case when project.id is null then 'unknown_repository' else 'ignored' end, apply_webhook.received_at)
  on conflict on constraint webhook_deliveries_once_key do nothing
  returning * into delivery;
  if delivery.id is null then
    return jsonb_build_object('outcome', 'duplicate');
  end if;
  if project.id is not null then
    applied := private.apply_git_event(project, event);
    update public.webhook_deliveries d set outcome = applied.outcome, job_id = applied.job_id where d.id = delivery.id returning * into delivery;
  end if;
  return jsonb_build_object('outcome', delivery.outcome, 'job_id', delivery.job_id, 'project_id', delivery.project_id);
end
$function$;

CREATE OR REPLACE FUNCTION private.invite_committers(project_id bigint, emails text[])
 RETURNS integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  project public.projects;
  inviter bigint;
  address text;
  sent integer := 0;
  most_at_once constant integer := 20;
begin
  select * into project from public.projects p where p.id = invite_committers.project_id;
  inviter := private.inviter_of_committers(project);
  if inviter is null then
    return 0;
  end if;
  for address in
    select distinct lower(btrim(e)) from unnest(emails[1:most_at_once]) e
    except select public.svc_known_addresses(invite_committers.project_id, emails)
  loop
    exit when private.throttle_hit('committers:' || invite_committers.project_id, 100, 86400) > 0;
    begin
      perform private.send_invitation(
        project.workspace_id, private.require_email(address), 'maker',
        jsonb_build_array(jsonb_build_object('project_id', project.id, 'role', 'editor')), '[]', '[]', inviter);
      sent := sent + 1;
    exception when others then
      -- No seat, no address, invited elsewhere: a push is no place to say so, and the others are still invited.
      null;
    end;
  end loop;
  return sent;
end
$function$;

CREATE OR REPLACE FUNCTION public.create_project(p_workspace_id bigint, p_name text, p_slug text DEFAULT NULL::text, p_description text DEFAULT NULL::text, p_visibility text DEFAULT 'internal'::text, p_flavor text DEFAULT 'design'::text, p_type text DEFAULT 'web'::text, p_group_id bigint DEFAULT NULL::bigint, p_icon_name text DEFAULT NULL::text, p_icon_color text DEFAULT NULL::text, p_uploads jsonb DEFAULT '[]'::jsonb, p_repository jsonb DEFAULT NULL::jsonb, p_auto_invite_committers boolean DEFAULT false)
 RETURNS public.created_project
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  made public.projects;
  branch public.branches;
  job uuid;
  wanted text := coalesce(nullif(btrim(p_slug), ''), private.slug_from(p_name));
  first_branch text := 'main';
begin
  if (p_type = 'vcs') <> (p_repository is not null) then
    perform private.problem('project_without_repository', 'type');
  end if;
  perform private.lock_seats_with(p_workspace_id, 'WorkspaceProjectsCreate');
  if p_flavor = 'style_guide' then
    perform private.require_in_workspace(p_workspace_id, 'WorkspaceStyleGuideProjectsCreate');
    perform private.feature_gate(p_workspace_id, 'style_guides');
  elsif p_flavor = 'design_library' then
    perform private.feature_gate(p_workspace_id, 'design_library');
  end if;
  if p_visibility = 'private' then
    perform private.feature_gate(p_workspace_id, 'private_projects');
  end if;
  perform private.feature_gate(p_workspace_id, 'projects');
  if p_group_id is not null then
    perform private.require_may_add_to_group(p_workspace_id, p_group_id);
  end if;
  if length(wanted) < 2 then
    wanted := 'project-' || wanted;
  end if;
  if nullif(btrim(p_slug), '') is null then
    wanted := private.free_project_slug(p_workspace_id, wanted);
  end if;
  insert into public.projects (workspace_id, group_id, name, slug, description, visibility, flavor, type, icon_name, icon_color, creator_id,
    auto_invite_committers)
  values (p_workspace_id, p_group_id, btrim(p_name), wanted, coalesce(p_description, ''), p_visibility, p_flavor, p_type,
    coalesce(p_icon_name, 'cabinet-filing'), coalesce(p_icon_color, '#7F8197'), private.current_user_id(),
    coalesce(p_auto_invite_committers, false))
  returning * into made;
  insert into public.project_members (project_id, user_id, role) values (made.id, private.current_user_id(), 'owner');
  if p_repository is not null then
    select r.default_branch into first_branch from private.add_repository(made, p_repository) r;
  end if;
  insert into public.branches (project_id, name, slug, is_default, is_published)
  values (made.id, left(first_branch, 100), private.branch_slug(first_branch), true, true)
  returning * into branch;
  update public.projects p set default_branch_id = branch.id where p.id = made.id returning p.* into made;
  if p_repository is not null then
    job := private.queue_git_analysis(made.id, first_branch, 'manual', null, null);
  elsif jsonb_array_length(coalesce(p_uploads, '[]')) > 0 then
    job := private.queue_analysis(branch, p_uploads, 'manual');
  end if;
  return row(made, row(branch.id, branch.slug, branch.name)::public.branch_name, job)::public.created_project;
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
  current_ciphertext constant text := public.svc_webhook_integration(p_integration_id) #>> '{secret,ciphertext}';
  wait integer;
  taken text[];
begin
  -- What it was verified with may have been changed or switched off since it was read.
  if current_ciphertext is null or p_ciphertext is distinct from current_ciphertext then
    return jsonb_build_object('is_current', false);
  end if;
  wait := private.throttle_hit('webhook:' || p_integration_id || ':' || private.client_key(p_client), most_a_minute, 60);
  if wait > 0 then
    return jsonb_build_object('is_current', true, 'wait', wait);
  end if;
  with kept as (
    insert into private.waiting_webhooks (workspace_integration_id, delivery_id, event)
    select p_integration_id, d ->> 'id', d -> 'event'
    from jsonb_array_elements(p_deliveries) with ordinality listed (d, place)
    where not exists (
      select 1 from public.webhook_deliveries known
      where known.workspace_integration_id = p_integration_id and known.delivery_id = d ->> 'id')
    order by place
    on conflict on constraint waiting_webhooks_once_key do nothing
    returning delivery_id
  )
  select array_agg(delivery_id) into taken from kept;
  if taken is not null then
    perform graphile_worker.add_job('apply_webhooks', json_build_object('integration_id', p_integration_id),
      job_key => 'apply_webhooks:' || p_integration_id);
  end if;
  return jsonb_build_object('is_current', true, 'wait', 0, 'taken', coalesce(to_jsonb(taken), '[]'));
end
$function$;

ALTER TABLE "private"."waiting_webhooks" ADD CONSTRAINT "waiting_webhooks_workspace_integration_id_fkey" FOREIGN KEY (workspace_integration_id) REFERENCES public.workspace_integrations(id) ON DELETE CASCADE;

CREATE INDEX waiting_webhooks_received_idx ON private.waiting_webhooks USING btree (received_at);

COMMENT ON FUNCTION "private"."apply_waiting_webhooks"(bigint, bigint) IS 'Applies what waits of an integration behind one that was seen, up to 50: who comes with the last one''s id goes on. failure: why the last that failed did; it stays.';

COMMENT ON FUNCTION "private"."apply_webhook"(bigint, text, jsonb, timestamp with time zone) IS 'Applies a verified delivery of an integration once: {outcome, job_id, project_id}; outcome duplicate where it was applied before.';

COMMENT ON FUNCTION "private"."invite_committers"(bigint, text[]) IS 'Invites who committed to a project as its editors, where its switch says so and seats are free: 20 of a push and 100 a day at most. Answers how many were.';

COMMENT ON FUNCTION "public"."svc_take_webhook"(bigint, text, text, jsonb) IS 'Keeps what a verified delivery of an integration reports, [{id, event}], for the worker, once: {is_current, wait, taken}. is_current: whether p_ciphertext is still the sealed secret that counts; if not, nothing was kept. wait: seconds, beyond 3,000 a minute of one client.';

COMMENT ON TABLE "private"."waiting_webhooks" IS 'Webhooks that were signed as they should be, until the worker has applied them: hosts are answered before.';

REVOKE ALL ON FUNCTION "private"."apply_waiting_webhooks"(bigint, bigint) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."apply_waiting_webhooks"(bigint, bigint) TO "postgres";

REVOKE ALL ON FUNCTION "private"."apply_webhook"(bigint, text, jsonb, timestamp with time zone) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."apply_webhook"(bigint, text, jsonb, timestamp with time zone) TO "postgres";

REVOKE ALL ON FUNCTION "private"."invite_committers"(bigint, text[]) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."invite_committers"(bigint, text[]) TO "postgres";

REVOKE ALL ON FUNCTION "public"."svc_take_webhook"(bigint, text, text, jsonb) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."svc_take_webhook"(bigint, text, text, jsonb) TO "postgres", "service_role";

GRANT DELETE, INSERT, MAINTAIN, REFERENCES, SELECT, TRIGGER, TRUNCATE, UPDATE ON TABLE "private"."waiting_webhooks" TO "postgres";
