set local check_function_bodies = off;

DROP FUNCTION "private"."follow_renamed_nodes"(bigint);

CREATE OR REPLACE FUNCTION private.anchor_of(node text, file text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select case when node is null then 'file:' || left(file, 1000) else 'id:' || left(node, 1000) end
$function$;

CREATE OR REPLACE FUNCTION private.follow_renamed_nodes(branch_id bigint)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  followed public.finding_waivers[];
begin
  with branch as (
    select b.id, b.project_id, b.is_default from public.branches b where b.id = follow_renamed_nodes.branch_id
  ),
  -- What is on the branch, and on the default one that it is compared with.
  present as (
    select n.branch_id, private.anchor_of(coalesce(n.stable_id, n.uri), null) as anchor, n.created_at
    from branch b
    join public.branches o on o.project_id = b.project_id and (o.id = b.id or o.is_default)
    join public.branch_nodes n on n.branch_id = o.id
    union all
    select n.branch_id, private.anchor_of(null, n.path), null
    from branch b
    join public.branches o on o.project_id = b.project_id and (o.id = b.id or o.is_default)
    join public.branch_files n on n.branch_id = o.id
  ),
  lost as (
    select distinct w.id, w.anchor, w.also_anchors, f.branch_id, f.rule, f.place, f.pointer, f.node_digest
    from branch b
    join public.finding_waivers w on w.project_id = b.project_id and w.expires_on >= (now() at time zone 'UTC')::date
    join public.findings f on f.waiver_id = w.id and f.node_digest is not null
    join public.branches o on o.id = f.branch_id and (o.id = b.id or o.is_default)
    where not exists (select from present n where n.branch_id = b.id and n.anchor = any (w.anchor || w.also_anchors))
  ),
  names as (
    -- In a file that was renamed what stands at the same place comes first.
    select l.id, c.anchor, c.node_uri, c.file, bool_or(c.pointer = l.pointer) as is_there,
      count(*) over (partition by l.id, bool_or(c.pointer = l.pointer)) as alike
    from lost l
    join public.findings c on c.branch_id = follow_renamed_nodes.branch_id and c.rule = l.rule and c.place = l.place
      and c.node_digest = l.node_digest and c.anchor <> all (l.anchor || l.also_anchors)
    -- What was there beside it, and says the same, is another node.
    where not exists (
      select from public.findings o
      where o.branch_id = l.branch_id and o.rule = l.rule and o.anchor = c.anchor and (o.branch_id <> c.branch_id or o.found_at < now()))
      -- Nor is one new whose node was there when the branch was linted before, or is on a branch that this one is compared with.
      and (l.branch_id <> c.branch_id or c.anchor not like 'id:%' or exists (
        select from present n
        where n.branch_id = c.branch_id and n.anchor = c.anchor
          and n.created_at > (select b.linted_at from public.branch_lints b where b.branch_id = c.branch_id)))
      and not exists (select from present n where n.branch_id <> c.branch_id and n.anchor = c.anchor)
    group by l.id, c.anchor, c.node_uri, c.file
  ),
  chosen as (
    select distinct on (n.id) n.id, n.anchor, n.node_uri, n.file, n.alike from names n order by n.id, n.is_there desc
  ),
  told as (
    update public.finding_waivers w
    set also_anchors = w.also_anchors[greatest(cardinality(w.also_anchors) - 48, 1):] || c.anchor,
      node_uri = case when b.is_default then c.node_uri else w.node_uri end,
      file = case when b.is_default then c.file else w.file end
    from chosen c, branch b
    where w.id = c.id and c.alike = 1
    returning w as waiver
  )
  select array_agg(t.waiver) into followed from told t;
  perform private.log_followed(follow_renamed_nodes.branch_id, followed);
end
$function$;

CREATE OR REPLACE FUNCTION private.log_followed(branch_id bigint, followed public.finding_waivers[])
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select private.log_activity(p.workspace_id, 'project.waiver.followed', jsonb_build_object('project_id', p.id, 'project', p.name,
    'slug', p.slug, 'branch', b.name, 'waivers', cardinality(followed), 'names', n.names))
  from public.branches b join public.projects p on p.id = b.project_id
  cross join lateral (
    select jsonb_agg(jsonb_build_object('rule', w.rule, 'old', regexp_replace(w.anchor, '^(id|file):', ''),
      'new', regexp_replace(w.also_anchors[cardinality(w.also_anchors)], '^(id|file):', '')) order by w.id) as names
    from (select * from unnest(followed) f order by f.id limit 10) w
  ) n
  where b.id = log_followed.branch_id and cardinality(followed) > 0
$function$;

CREATE OR REPLACE FUNCTION private.log_integration_change()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  was constant jsonb := case when tg_op = 'INSERT' then '{}' else to_jsonb(old) - 'config' || old.config end;
  will_be constant jsonb := case when tg_op = 'DELETE' then '{}' else to_jsonb(new) - 'config' || new.config end;
  about constant jsonb := case when tg_op = 'DELETE' then was else will_be end;
  changed jsonb;
begin
  select jsonb_agg(key) into changed
  from jsonb_object_keys(was || will_be) key
  where key not in ('updated_at', 'is_default_idp') and was -> key is distinct from will_be -> key;
  if changed is not null and exists (select 1 from public.workspaces w where w.id = (about ->> 'workspace_id')::bigint) then
    perform private.log_activity((about ->> 'workspace_id')::bigint,
      'workspace.integration.' || case tg_op when 'INSERT' then 'created' when 'UPDATE' then 'updated' else 'deleted' end,
      jsonb_build_object('id', about -> 'id', 'name', about -> 'name', 'kind', about -> 'kind',
        'changed', case when tg_op = 'UPDATE' then changed end,
        -- All that config may hold is told: secrets have no place in it, and its constraint refuses keys that it does not know.
        'changes', private.told_changes(was, will_be, array['name', 'enabled', 'allow_user_login', 'allow_user_register', 'config_type']
          || array(select jsonb_object_keys(
            case when tg_op = 'INSERT' then '{}' else old.config end || case when tg_op = 'DELETE' then '{}' else new.config end)))));
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
declare
  customer constant text := (select a.stripe_customer_id from public.billing_accounts a where a.workspace_id = old.id);
begin
  insert into private.workspace_leftovers (workspace_id, stripe_customer_id) values (old.id, customer)
  on conflict (workspace_id) do nothing;
  -- One that Stripe sends again is nobody's, and done.
  delete from private.stripe_events e where e.customer_id = customer;
  perform graphile_worker.add_job('remove_leftovers', json_build_object('workspace_id', old.id),
    queue_name => 'remove_leftovers', job_key => 'remove_leftovers:' || old.id, max_attempts => 10);
  return old;
end
$function$;

CREATE INDEX stripe_events_customer_idx ON private.stripe_events USING btree (customer_id, received_at);

COMMENT ON FUNCTION "private"."anchor_of"(text, text) IS 'What a finding hangs on, as the worker writes it: the stable id of its node, or the path of its file where it is in no node.';

COMMENT ON FUNCTION "private"."follow_renamed_nodes"(bigint) IS 'Tells waivers the new name of nodes that were renamed: of what is gone from a branch, and stands there under one new name with the same violation. Called with the new findings of a branch beside its old ones.';

COMMENT ON FUNCTION "private"."log_followed"(bigint, public.finding_waivers[]) IS 'Tells the trail, once a lint, which waivers took new names of renamed nodes: how many, and of the first ten the rule, the name they were made for and the new one.';

COMMENT ON FUNCTION "private"."log_integration_change"() IS 'One event a change of the sign-in configuration: each setting with its old and new value. Secrets are told by private.log_secret_change, without theirs.';

COMMENT ON TABLE "private"."stripe_events" IS 'Events of Stripe by their id. One is applied once, in the transaction that writes processed_at. The worker''s purge takes them sixty days after they came: Stripe sends or answers none that is older than thirty.';

REVOKE ALL ON FUNCTION "private"."anchor_of"(text, text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."anchor_of"(text, text) TO "postgres";

REVOKE ALL ON FUNCTION "private"."follow_renamed_nodes"(bigint) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."follow_renamed_nodes"(bigint) TO "postgres";

REVOKE ALL ON FUNCTION "private"."log_followed"(bigint, public.finding_waivers[]) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."log_followed"(bigint, public.finding_waivers[]) TO "postgres";
