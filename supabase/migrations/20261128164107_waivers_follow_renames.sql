set local check_function_bodies = off;

ALTER TABLE "public"."finding_waivers" ADD COLUMN "also_anchors" text[] NOT NULL DEFAULT '{}'::text[];

ALTER TABLE "public"."findings" ADD COLUMN "node_digest" bytea;

CREATE OR REPLACE FUNCTION private.apply_waivers(branch_id bigint)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  update public.findings f set waiver_id = w.id
  from (
    select o.id, (
      select v.id from public.finding_waivers v
      where v.project_id = o.project_id and v.rule = o.rule and (v.anchor = o.anchor or o.anchor = any (v.also_anchors))
        and (o.place = v.place or starts_with(o.place, v.place || '/'))
        and v.expires_on >= (now() at time zone 'UTC')::date
      order by length(v.place) desc limit 1) as waiver_id
    from public.findings o
    where o.branch_id = apply_waivers.branch_id
      and (o.waiver_id is not null or exists (select from public.finding_waivers v where v.project_id = o.project_id))
  ) found
  cross join lateral (select found.waiver_id as id) w
  where f.id = found.id and f.waiver_id is distinct from w.id
$function$;

CREATE OR REPLACE FUNCTION private.follow_renamed_nodes(branch_id bigint)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  with branch as (
    select b.id, b.project_id, b.is_default from public.branches b where b.id = follow_renamed_nodes.branch_id
  ),
  lost as (
    select distinct w.id, w.anchor, w.also_anchors, f.branch_id, f.rule, f.place, f.pointer, f.node_digest
    from branch b
    join public.finding_waivers w on w.project_id = b.project_id and w.expires_on >= (now() at time zone 'UTC')::date
    join public.findings f on f.waiver_id = w.id and f.node_digest is not null
    join public.branches o on o.id = f.branch_id and (o.id = b.id or o.is_default)
    where not exists (
        select from public.branch_nodes n
        where n.branch_id = b.id and 'id:' || left(coalesce(n.stable_id, n.uri), 1000) = any (w.anchor || w.also_anchors))
      and not exists (
        select from public.branch_files n where n.branch_id = b.id and 'file:' || left(n.path, 1000) = any (w.anchor || w.also_anchors))
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
    group by l.id, c.anchor, c.node_uri, c.file
  ),
  followed as (
    select distinct on (n.id) n.id, n.anchor, n.node_uri, n.file, n.alike from names n order by n.id, n.is_there desc
  )
  update public.finding_waivers w
  set also_anchors = w.also_anchors[greatest(cardinality(w.also_anchors) - 48, 1):] || f.anchor,
    node_uri = case when b.is_default then f.node_uri else w.node_uri end,
    file = case when b.is_default then f.file else w.file end
  from followed f, branch b
  where w.id = f.id and f.alike = 1
$function$;

ALTER TABLE "public"."finding_waivers" ADD CONSTRAINT "check_finding_waivers_also_anchors" CHECK ((cardinality(also_anchors) <= 50));

COMMENT ON COLUMN "public"."finding_waivers"."also_anchors" IS 'What the node is called where it was renamed: on a branch, until the others follow. The last fifty names.';

COMMENT ON COLUMN "public"."findings"."node_digest" IS 'What the node is known by where its name changes: its operationId, else what it says. Null where that was not read yet.';

COMMENT ON FUNCTION "private"."follow_renamed_nodes"(bigint) IS 'Tells waivers the new name of nodes that were renamed: of what is gone from a branch, and stands there under one new name with the same violation. Called with the new findings of a branch beside its old ones.';

REVOKE ALL ON FUNCTION "private"."follow_renamed_nodes"(bigint) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."follow_renamed_nodes"(bigint) TO "postgres";
