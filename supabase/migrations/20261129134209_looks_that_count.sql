set local check_function_bodies = off;

CREATE OR REPLACE FUNCTION private.keep_domain_look(workspace_id bigint, token text, look jsonb)
 RETURNS text
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  claim private.custom_domains;
  host public.workspaces;
  found_proof constant text := look ->> 'proof';
  found_route constant text := look ->> 'route';
  is_sure constant boolean := found_proof in ('missing', 'other') or found_route in ('missing', 'elsewhere');
  counts boolean;
  outcome text := 'waiting';
begin
  -- The workspace first, as whoever deletes it does.
  select * into host from public.workspaces w where w.id = keep_domain_look.workspace_id for no key update;
  select * into claim from private.custom_domains c where c.workspace_id = host.id for update;
  if claim.token is distinct from keep_domain_look.token then
    return 'changed';
  end if;
  claim.proof := found_proof;
  claim.route := found_route;
  claim.addresses := array(select jsonb_array_elements_text(look -> 'addresses'));
  -- Somebody who changes the records asks how they stand, as often as they like: only looks as far apart as ours count, within an hour.
  counts := is_sure and (claim.bad_looks = 0 or claim.looked_at <= now() - interval '2 minutes' or claim.failing_since <= now() - interval '1 hour');
  claim.looked_at := now();
  claim.is_taken := false;
  if found_proof = 'found' and found_route = 'found' then
    claim.failing_since := null;
    claim.bad_looks := 0;
    if host.domain = claim.domain then
      outcome := 'holds';
    elsif private.plan_holds(claim.workspace_id, 'custom_domain') then
      begin
        update public.workspaces w set domain = claim.domain where w.id = claim.workspace_id;
        claim.verified_at := now();
        claim.switched_off_at := null;
        outcome := 'verified';
      exception when unique_violation then
        claim.is_taken := true;
      end;
    end if;
  elsif host.domain = claim.domain then
    claim.failing_since := coalesce(claim.failing_since, now());
    claim.bad_looks := claim.bad_looks + counts::integer;
    outcome := 'failing';
    -- Twice for sure; name servers that say nothing may be away for some days, and lead nobody anywhere meanwhile.
    if claim.bad_looks >= 2 or claim.failing_since < now() - interval '3 days' then
      perform private.leave_domain(claim.workspace_id);
      claim.switched_off_at := now();
      claim.failing_since := null;
      claim.bad_looks := 0;
      outcome := 'switched_off';
    end if;
  end if;
  claim.next_look_at := case
    when outcome in ('holds', 'verified') then now() + interval '10 minutes'
    when outcome = 'failing' then now() + interval '2 minutes'
    -- Who sets records looks at the page; after a week nobody does.
    when coalesce(claim.switched_off_at, claim.created_at) > now() - interval '7 days'
      then now() + least(greatest((now() - coalesce(claim.switched_off_at, claim.created_at)) / 4, interval '1 minute'), interval '1 hour')
  end;
  update private.custom_domains c set (proof, route, addresses, is_taken, looked_at, next_look_at, verified_at, failing_since, bad_looks, switched_off_at)
    = (claim.proof, claim.route, claim.addresses, claim.is_taken, claim.looked_at, claim.next_look_at, claim.verified_at, claim.failing_since,
      claim.bad_looks, claim.switched_off_at)
  where c.workspace_id = claim.workspace_id;
  if outcome in ('verified', 'switched_off') then
    perform private.log_activity(claim.workspace_id, 'workspace.custom_domain.' || outcome, jsonb_build_object('name', claim.domain));
  end if;
  if outcome = 'switched_off' then
    perform private.enqueue_mail(e.email, 'domain_off', jsonb_build_object('workspace_id', claim.workspace_id, 'domain', claim.domain,
      'proof', claim.proof, 'route', claim.route))
    from public.workspace_members m
    join public.workspace_role_permissions p on p.role = m.role::text and p.permission = 'WorkspaceSettingsCreateUpdateDelete'
    join public.emails e on e.user_id = m.user_id and e.is_primary
    where m.workspace_id = claim.workspace_id;
  end if;
  return outcome;
end
$function$;
