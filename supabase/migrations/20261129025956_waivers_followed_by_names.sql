set local check_function_bodies = off;

CREATE OR REPLACE FUNCTION private.apply_waivers(branch_id bigint)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  -- Each name of each waiver is a row of its own: they are found by name, and not tried one by one.
  with names as materialized (
    select w.id, w.rule, w.place, a.anchor
    from public.branches b
    join public.finding_waivers w on w.project_id = b.project_id and w.expires_on >= (now() at time zone 'UTC')::date
    cross join unnest(w.anchor || w.also_anchors) as a (anchor)
    where b.id = apply_waivers.branch_id
  ),
  found as (
    select distinct on (o.id) o.id, n.id as waiver_id
    from public.findings o
    left join names n on n.rule = o.rule and n.anchor = o.anchor and (o.place = n.place or starts_with(o.place, n.place || '/'))
    where o.branch_id = apply_waivers.branch_id
    order by o.id, length(n.place) desc nulls last, n.id
  )
  update public.findings f set waiver_id = found.waiver_id
  from found
  where f.id = found.id and f.waiver_id is distinct from found.waiver_id
$function$;

CREATE OR REPLACE FUNCTION private.follow_renamed_nodes(branch_id bigint)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
 SET enable_nestloop TO 'off'
 SET jit TO 'off'
AS $function$
declare
  followed public.finding_waivers[];
begin
  -- Who writes the content decides how many are alike: each table is gone through once, and no two lists are paired.
  with branch as materialized (
    select b.id, b.project_id, b.is_default, l.linted_at
    from public.branches b left join public.branch_lints l on l.branch_id = b.id
    where b.id = follow_renamed_nodes.branch_id
  ),
  -- The branch, and the default one that it is compared with.
  sides as materialized (
    select o.id, o.id = b.id as is_here, o.is_default
    from branch b join public.branches o on o.project_id = b.project_id and (o.id = b.id or o.is_default)
  ),
  present as materialized (
    select s.is_here, private.anchor_of(coalesce(n.stable_id, n.uri), null) as anchor, max(n.created_at) as created_at
    from sides s join public.branch_nodes n on n.branch_id = s.id
    group by 1, 2
    union all
    select s.is_here, private.anchor_of(null, n.path), null
    from sides s join public.branch_files n on n.branch_id = s.id
    group by 1, 2
  ),
  names as materialized (
    select w.id, a.anchor, a.place
    from branch b
    join public.finding_waivers w on w.project_id = b.project_id and w.expires_on >= (now() at time zone 'UTC')::date
    cross join unnest(w.anchor || w.also_anchors) with ordinality as a (anchor, place)
  ),
  lost as materialized (
    select distinct f.waiver_id as id, s.is_here, f.rule, f.place, f.pointer, f.node_digest
    from sides s
    join public.findings f on f.branch_id = s.id and f.node_digest is not null
    join (select distinct n.id from names n) w on w.id = f.waiver_id
    where not exists (
      select from (select n.id from names n join present p on p.is_here and p.anchor = n.anchor) there where there.id = f.waiver_id)
  ),
  -- Where a node may have gone to: it is on the branch and not on the default one.
  candidates as materialized (
    select c.rule, c.place, c.node_digest, c.pointer, c.anchor, c.node_uri, c.file, c.anchor not like 'id:%' or here.created_at > b.linted_at as is_new
    from branch b
    join public.findings c on c.branch_id = b.id
    left join present here on here.is_here and here.anchor = c.anchor
    -- What a waiver is made for, and is gone, was found before.
    where (here.anchor is not null or c.anchor not in (select n.anchor from names n))
      and exists (select from lost l where l.rule = c.rule and l.place = c.place and l.node_digest = c.node_digest)
      and not exists (select from present there where not there.is_here and there.anchor = c.anchor)
  ),
  fitting as materialized (
    select s.is_here, c.rule, c.place, c.node_digest, c.pointer, c.anchor, c.node_uri, c.file
    from sides s cross join candidates c
    -- What was there beside it, and says the same, is another node.
    where not exists (
      select from public.findings o where o.branch_id = s.id and o.rule = c.rule and o.anchor = c.anchor and (not s.is_here or o.found_at < now()))
      -- Nor is one new whose node was there when the branch was linted before.
      and (not s.is_here or c.is_new)
  ),
  -- In a file that was renamed what stands at the same place comes first.
  by_key as materialized (
    select f.is_here, f.rule, f.place, f.node_digest, g.is_there, g.pointer, count(distinct (f.anchor, f.node_uri, f.file)) as alike,
      min(f.anchor) as anchor, min(f.node_uri) as node_uri, min(f.file) as file
    from fitting f cross join lateral (values (true, f.pointer), (false, '')) as g (is_there, pointer)
    group by f.is_here, f.rule, f.place, f.node_digest, g.is_there, g.pointer
  ),
  goals as (
    select l.id, k.is_there, bool_and(k.alike = 1) and count(distinct (k.anchor, k.node_uri, k.file)) = 1 as is_one,
      min(k.anchor) as anchor, min(k.node_uri) as node_uri, min(k.file) as file
    from lost l cross join lateral (values (true, l.pointer), (false, '')) as g (is_there, pointer)
    join by_key k on k.is_here = l.is_here and k.rule = l.rule and k.place = l.place and k.node_digest = l.node_digest
      and k.is_there = g.is_there and k.pointer = g.pointer
    group by l.id, k.is_there
  ),
  chosen as (
    select distinct on (g.id) g.* from goals g order by g.id, g.is_there desc
  ),
  -- Fifty names at most; one that the default branch has is kept before others.
  kept as (
    select r.id, array_agg(r.anchor order by r.place) as anchors
    from (
      select n.id, n.anchor, n.place, row_number() over (partition by n.id order by p.anchor is not null desc, n.place desc) as among
      from chosen c
      join names n on n.id = c.id and n.place > 1
      left join (select p.anchor from present p join sides s on s.is_here = p.is_here where s.is_default) p on p.anchor = n.anchor
      where c.is_one
    ) r
    where r.among <= 49
    group by r.id
  ),
  told as (
    update public.finding_waivers w
    set also_anchors = coalesce(k.anchors, '{}') || c.anchor,
      node_uri = case when b.is_default then c.node_uri else w.node_uri end,
      file = case when b.is_default then c.file else w.file end
    from branch b, chosen c left join kept k on k.id = c.id
    where w.id = c.id and c.is_one
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
    select jsonb_agg(jsonb_build_object('rule', w.rule, 'old', private.for_trail(to_jsonb(regexp_replace(w.anchor, '^(id|file):', ''))),
      'new', private.for_trail(to_jsonb(regexp_replace(w.also_anchors[cardinality(w.also_anchors)], '^(id|file):', '')))) order by w.id) as names
    from (select * from unnest(followed) f order by f.id limit 10) w
  ) n
  where b.id = log_followed.branch_id and cardinality(followed) > 0
$function$;
