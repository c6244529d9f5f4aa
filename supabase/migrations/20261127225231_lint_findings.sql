set local check_function_bodies = off;

DROP FUNCTION "private"."style_guides_of"(bigint, bigint);

CREATE TABLE "private"."finding_counts" ("branch_id" bigint NOT NULL, "rule" text NOT NULL, "severity" text NOT NULL, "project_id" bigint NOT NULL, "workspace_id" bigint NOT NULL, "violations" integer NOT NULL, "waived" integer NOT NULL DEFAULT 0, CONSTRAINT "finding_counts_pkey" PRIMARY KEY (branch_id, rule, severity));

ALTER TABLE "private"."finding_counts" ENABLE ROW LEVEL SECURITY;

CREATE TABLE "private"."linted_files" ("branch_id" bigint NOT NULL, "path" text NOT NULL, "hash" bytea NOT NULL, "ruleset_hash" bytea NOT NULL, "others" jsonb NOT NULL DEFAULT '{}'::jsonb, "findings" jsonb NOT NULL, CONSTRAINT "linted_files_pkey" PRIMARY KEY (branch_id, path));

ALTER TABLE "private"."linted_files" ENABLE ROW LEVEL SECURITY;

CREATE TABLE "public"."branch_lints" ("branch_id" bigint NOT NULL, "project_id" bigint NOT NULL, "workspace_id" bigint NOT NULL, "guide" text NOT NULL, "is_failed" boolean NOT NULL DEFAULT false, "faults" jsonb NOT NULL DEFAULT '[]'::jsonb, "units" integer NOT NULL DEFAULT 0, "errors" integer NOT NULL DEFAULT 0, "warnings" integer NOT NULL DEFAULT 0, "infos" integer NOT NULL DEFAULT 0, "hints" integer NOT NULL DEFAULT 0, "waived" integer NOT NULL DEFAULT 0, "is_cut" boolean NOT NULL DEFAULT false, "content_hash" text NOT NULL, "guide_hash" text NOT NULL, "linted_at" timestamp with time zone NOT NULL DEFAULT now(), CONSTRAINT "branch_lints_errors_check" CHECK ((errors >= 0)), CONSTRAINT "branch_lints_faults_check" CHECK ((jsonb_typeof(faults) = 'array'::text)), CONSTRAINT "branch_lints_guide_check" CHECK ((guide = ANY (ARRAY['own'::text, 'extended'::text, 'recommended'::text]))), CONSTRAINT "branch_lints_hints_check" CHECK ((hints >= 0)), CONSTRAINT "branch_lints_infos_check" CHECK ((infos >= 0)), CONSTRAINT "branch_lints_pkey" PRIMARY KEY (branch_id), CONSTRAINT "branch_lints_units_check" CHECK ((units >= 0)), CONSTRAINT "branch_lints_waived_check" CHECK ((waived >= 0)), CONSTRAINT "branch_lints_warnings_check" CHECK ((warnings >= 0)));

ALTER TABLE "public"."branch_lints" ENABLE ROW LEVEL SECURITY;

CREATE TABLE "public"."finding_waivers" ("id" bigint GENERATED ALWAYS AS IDENTITY NOT NULL, "project_id" bigint NOT NULL, "workspace_id" bigint NOT NULL, "rule" text NOT NULL, "anchor" text NOT NULL, "place" text NOT NULL DEFAULT ''::text, "node_uri" text, "file" text NOT NULL, "reason" text NOT NULL, "owner_id" bigint, "expires_on" date NOT NULL, "created_by" bigint, "created_at" timestamp with time zone NOT NULL DEFAULT now(), "updated_at" timestamp with time zone NOT NULL DEFAULT now(), CONSTRAINT "check_finding_waivers_reason" CHECK (((length(btrim(reason)) >= 1) AND (length(btrim(reason)) <= 1000))), CONSTRAINT "finding_waivers_anchor_check" CHECK (((length(anchor) >= 1) AND (length(anchor) <= 2000))), CONSTRAINT "finding_waivers_file_check" CHECK (((length(file) >= 1) AND (length(file) <= 1000))), CONSTRAINT "finding_waivers_node_uri_check" CHECK ((octet_length(node_uri) <= 2000)), CONSTRAINT "finding_waivers_pkey" PRIMARY KEY (id), CONSTRAINT "finding_waivers_place_check" CHECK ((length(place) <= 4000)), CONSTRAINT "finding_waivers_rule_check" CHECK (((length(rule) >= 1) AND (length(rule) <= 200))));

ALTER TABLE "public"."finding_waivers" ENABLE ROW LEVEL SECURITY;

CREATE TABLE "public"."findings" ("id" bigint GENERATED ALWAYS AS IDENTITY NOT NULL, "branch_id" bigint NOT NULL, "project_id" bigint NOT NULL, "workspace_id" bigint NOT NULL, "rule" text NOT NULL, "severity" text NOT NULL, "message" text NOT NULL, "documentation_url" text, "file" text NOT NULL, "pointer" text NOT NULL, "start_line" integer NOT NULL, "start_column" integer NOT NULL, "end_line" integer NOT NULL, "end_column" integer NOT NULL, "node_uri" text, "anchor" text NOT NULL, "place" text NOT NULL, "same_key" bytea NOT NULL, "fingerprint" bytea NOT NULL, "waiver_id" bigint, "found_at" timestamp with time zone NOT NULL DEFAULT now(), CONSTRAINT "findings_branch_id_fingerprint_key" UNIQUE (branch_id, fingerprint), CONSTRAINT "findings_documentation_url_check" CHECK ((length(documentation_url) <= 1000)), CONSTRAINT "findings_file_check" CHECK ((length(file) <= 1000)), CONSTRAINT "findings_message_check" CHECK ((length(message) <= 2000)), CONSTRAINT "findings_node_uri_check" CHECK ((octet_length(node_uri) <= 2000)), CONSTRAINT "findings_pkey" PRIMARY KEY (id), CONSTRAINT "findings_pointer_check" CHECK ((length(pointer) <= 4000)), CONSTRAINT "findings_rule_check" CHECK ((length(rule) <= 200)), CONSTRAINT "findings_severity_check" CHECK ((severity = ANY (ARRAY['error'::text, 'warn'::text, 'info'::text, 'hint'::text]))));

ALTER TABLE "public"."findings" ENABLE ROW LEVEL SECURITY;

CREATE TYPE "private"."finding_change" AS ("change" text, "finding_id" bigint, "rule" text, "severity" text, "message" text, "documentation_url" text, "file" text, "pointer" text, "line" integer, "node_uri" text);

CREATE OR REPLACE FUNCTION private.announce_branch_lints()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.announce_changes(tg_table_name, tg_op, 'change', array(
    select row(null, c.project_id, null, null)::private.change from changed c));
  return null;
end
$function$;

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
      where v.project_id = o.project_id and v.rule = o.rule and v.anchor = o.anchor
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

CREATE OR REPLACE FUNCTION private.branch_ruleset(branch_id bigint)
 RETURNS public.branch_files
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select f.*
  from public.branch_nodes n
  join public.branch_files f on f.branch_id = n.branch_id and '/' || f.path = n.uri
  where n.branch_id = branch_ruleset.branch_id and n.type in ('spectral_ruleset', 'styleguide')
  order by length(f.path) - length(replace(f.path, '/', '')), n.type, f.path
  limit 1
$function$;

CREATE OR REPLACE FUNCTION private.count_findings(branch_id bigint)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  update private.finding_counts c set waived = w.waived
  from (
    select o.rule, o.severity, count(f.id) as waived
    from private.finding_counts o
    left join public.findings f on f.branch_id = o.branch_id and f.rule = o.rule and f.severity = o.severity and f.waiver_id is not null
    where o.branch_id = count_findings.branch_id
    group by o.rule, o.severity
  ) w
  where c.branch_id = count_findings.branch_id and c.rule = w.rule and c.severity = w.severity and c.waived <> w.waived;
  update public.branch_lints l
  set errors = c.errors, warnings = c.warnings, infos = c.infos, hints = c.hints, waived = c.waived
  from (
    select coalesce(sum(o.violations - o.waived) filter (where o.severity = 'error'), 0) as errors,
      coalesce(sum(o.violations - o.waived) filter (where o.severity = 'warn'), 0) as warnings,
      coalesce(sum(o.violations - o.waived) filter (where o.severity = 'info'), 0) as infos,
      coalesce(sum(o.violations - o.waived) filter (where o.severity = 'hint'), 0) as hints,
      coalesce(sum(o.waived), 0) as waived
    from private.finding_counts o where o.branch_id = count_findings.branch_id
  ) c
  where l.branch_id = count_findings.branch_id;
end
$function$;

CREATE OR REPLACE FUNCTION private.findings_delta(base_branch bigint, head_branch bigint)
 RETURNS SETOF private.finding_change
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  with known as (
    select f.*, f.branch_id = head_branch as is_head,
      row_number() over (partition by f.branch_id, f.same_key order by f.waiver_id nulls last, f.start_line, f.id) as place_among
    from public.findings f where f.branch_id in (base_branch, head_branch)
  )
  select case when k.is_head then 'added' else 'removed' end, k.id, k.rule, k.severity, k.message, k.documentation_url, k.file, k.pointer,
    k.start_line, k.node_uri
  from known k
  left join known o on o.is_head <> k.is_head and o.same_key = k.same_key and o.place_among = k.place_among
  where o.id is null and k.waiver_id is null and base_branch <> head_branch
  order by k.is_head desc, array_position('{error,warn,info,hint}'::text[], k.severity), k.file, k.start_line, k.id
$function$;

CREATE OR REPLACE FUNCTION private.finish_lint(branch_id bigint, lint jsonb)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  host record;
begin
  select b.project_id, p.workspace_id into host
  from public.branches b join public.projects p on p.id = b.project_id where b.id = finish_lint.branch_id;
  insert into public.branch_lints as l (branch_id, project_id, workspace_id, guide, is_failed, faults, is_cut, content_hash, guide_hash, units)
  values (finish_lint.branch_id, host.project_id, host.workspace_id, lint ->> 'guide', (lint ->> 'is_failed')::boolean, lint -> 'faults',
    (lint ->> 'is_cut')::boolean, lint ->> 'content_hash', lint ->> 'guide_hash', (
      select count(*) from public.branch_nodes n
      where n.branch_id = finish_lint.branch_id and n.type in ('http_operation', 'http_webhook', 'http_callback', 'model')))
  on conflict on constraint branch_lints_pkey do update set guide = excluded.guide, is_failed = excluded.is_failed, faults = excluded.faults,
    is_cut = excluded.is_cut, content_hash = excluded.content_hash, guide_hash = excluded.guide_hash, units = excluded.units, linted_at = now();
  delete from private.finding_counts c where c.branch_id = finish_lint.branch_id;
  insert into private.finding_counts (branch_id, rule, severity, project_id, workspace_id, violations)
  select finish_lint.branch_id, c.rule, c.severity, host.project_id, host.workspace_id, c.violations
  from jsonb_to_recordset(lint -> 'counts') as c (rule text, severity text, violations integer);
  perform private.apply_waivers(finish_lint.branch_id);
  perform private.count_findings(finish_lint.branch_id);
  -- What a Git host is to hear of it has waited for this.
  perform graphile_worker.reschedule_jobs(array(
    select j.id from public.task_logs t join graphile_worker.jobs j on j.key = 'report_to_host:' || t.job_id
    where t.branch_id = finish_lint.branch_id and j.locked_at is null and j.run_at > now()), now());
end
$function$;

CREATE OR REPLACE FUNCTION private.keep_linted()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.queue_lint(new.id);
  if new.is_default and exists (select 1 from public.project_style_guides s where s.style_guide_project_id = new.project_id) then
    perform private.queue_lint_of_project(new.project_id);
  end if;
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION private.lint_guide_hash(branch_id bigint)
 RETURNS text
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select encode(sha256(convert_to(coalesce(
    jsonb_agg(jsonb_build_array(g.guide_id, g.path, case when g.guide_id is not null then g.content_hash end) order by g.place)::text, ''), 'UTF8')), 'hex')
  from private.lint_guides(lint_guide_hash.branch_id) g
$function$;

CREATE OR REPLACE FUNCTION private.lint_guides(branch_id bigint)
 RETURNS TABLE(place bigint, guide_id bigint, guide_name text, guide_branch_id bigint, path text, content_hash text)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  with host as (
    select b.id, b.project_id, b.content_hash, p.name
    from public.branches b join public.projects p on p.id = b.project_id where b.id = lint_guides.branch_id
  ), extended as (
    select g.place, g.id from host cross join unnest(private.style_guides_of(host.project_id, null, true)) with ordinality g (id, place)
  )
  select e.place, e.id, p.name, r.branch_id, r.path, b.content_hash
  from extended e
  join public.projects p on p.id = e.id
  cross join lateral private.own_ruleset(e.id) r
  join public.branches b on b.id = r.branch_id
  union all
  select 1000, null, host.name, r.branch_id, r.path, host.content_hash
  from host cross join lateral private.branch_ruleset(host.id) r
  where r.path is not null
  order by 1
$function$;

CREATE OR REPLACE FUNCTION private.lint_projects(project_id bigint)
 RETURNS integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  most_branches constant integer := 20;
  queued integer := 0;
  branch record;
begin
  for branch in
    with recursive extending as (
      select lint_projects.project_id as id
      union
      select s.project_id from public.project_style_guides s join extending e on s.style_guide_project_id = e.id
    )
    select b.id, b.place
    from extending e
    cross join lateral (
      select o.id, row_number() over (order by o.is_default desc, o.last_analyzed_at desc, o.id) as place
      from public.branches o where o.project_id = e.id and o.content_hash is not null
      order by o.is_default desc, o.last_analyzed_at desc, o.id limit most_branches
    ) b
  loop
    perform private.queue_lint(branch.id, branch.place + 1);
    queued := queued + 1;
  end loop;
  return queued;
end
$function$;

CREATE OR REPLACE FUNCTION private.lint_report(branch_id bigint)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  most_listed constant integer := 30;
  lint public.branch_lints;
  base_id bigint;
  new jsonb;
begin
  select l.* into lint from public.branch_lints l where l.branch_id = lint_report.branch_id;
  if private.lint_state(lint_report.branch_id) not in ('current', 'failed') then
    return null;
  end if;
  select d.id into base_id
  from public.branches b join public.branches d on d.project_id = b.project_id and d.is_default
  where b.id = lint_report.branch_id and d.id <> b.id and private.lint_state(d.id) = 'current';
  if base_id is not null and not lint.is_failed then
    with added as (
      select d.*, row_number() over () as place from private.findings_delta(base_id, lint_report.branch_id) d where d.change = 'added'
    )
    select jsonb_build_object('errors', count(*) filter (where a.severity = 'error'), 'warnings', count(*) filter (where a.severity = 'warn'),
      'listed', coalesce(jsonb_agg(jsonb_build_object('rule', a.rule, 'severity', a.severity, 'message', a.message, 'file', a.file, 'line', a.line)
        order by a.place) filter (where a.place <= most_listed and a.severity in ('error', 'warn')), '[]'))
    into new from added a;
  end if;
  return jsonb_build_object('guide', lint.guide, 'is_failed', lint.is_failed, 'errors', lint.errors, 'warnings', lint.warnings, 'new', new,
    'is_broken', exists (select from jsonb_array_elements(lint.faults) f where f ->> 'guide_id' is null));
end
$function$;

CREATE OR REPLACE FUNCTION private.lint_state(branch_id bigint)
 RETURNS text
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select case
    when b.content_hash is null then 'none'
    when l.branch_id is null or l.content_hash <> b.content_hash or l.guide_hash <> private.lint_guide_hash(b.id) then 'outdated'
    when l.is_failed then 'failed'
    else 'current' end
  from public.branches b left join public.branch_lints l on l.branch_id = b.id
  where b.id = lint_state.branch_id
$function$;

CREATE OR REPLACE FUNCTION private.lint_what_waits()
 RETURNS integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  most constant integer := 500;
  queued integer := 0;
  branch_id bigint;
begin
  for branch_id in
    select b.id
    from public.branches b left join public.branch_lints l on l.branch_id = b.id
    where b.is_default and b.content_hash is not null and l.content_hash is distinct from b.content_hash
      and b.last_analyzed_at < now() - interval '30 minutes'
    order by b.last_analyzed_at desc limit most
  loop
    perform private.queue_lint(branch_id, 1000);
    queued := queued + 1;
  end loop;
  return queued;
end
$function$;

CREATE OR REPLACE FUNCTION private.lint_with_guides()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.queue_lint_of_project(case when tg_op = 'DELETE' then old.project_id else new.project_id end);
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION private.own_ruleset(project_id bigint)
 RETURNS public.branch_files
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select r.*
  from public.projects p cross join lateral private.branch_ruleset(p.default_branch_id) r
  where p.id = own_ruleset.project_id and r.path is not null
$function$;

CREATE OR REPLACE FUNCTION private.queue_lint(branch_id bigint, place bigint DEFAULT 0)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  host_id bigint;
begin
  select p.workspace_id into host_id
  from public.branches b join public.projects p on p.id = b.project_id where b.id = queue_lint.branch_id;
  -- One a branch, and one at a time of a workspace; what was just written comes before what a guide has changed.
  perform graphile_worker.add_job('lint_branch', json_build_object('branch_id', branch_id),
    queue_name => 'lint:' || host_id, job_key => 'lint_branch:' || branch_id, max_attempts => 3, priority => least(place, 1000)::integer);
end
$function$;

CREATE OR REPLACE FUNCTION private.queue_lint_of_project(project_id bigint)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform graphile_worker.add_job('lint_projects', json_build_object('project_id', project_id),
    job_key => 'lint_projects:' || project_id, max_attempts => 5);
end
$function$;

CREATE OR REPLACE FUNCTION private.style_guides_of(project_id bigint, reader_id bigint, for_anyone boolean DEFAULT false)
 RETURNS bigint[]
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  most constant integer := 100;
  guides bigint[] := '{}';
  found bigint[] := array[project_id];
begin
  -- Each once, since two may extend each other.
  loop
    found := array(
      select g.id
      from (
        select s.style_guide_project_id as id, min(array_position(found, s.project_id)) as via, min(s.position) as place
        from public.project_style_guides s
        where s.project_id = any (found) and s.style_guide_project_id <> all (guides || style_guides_of.project_id)
        group by s.style_guide_project_id
        order by via, place
        limit most - cardinality(guides)
      ) g
      join public.projects p on p.id = g.id
      where (for_anyone or private.effective_project_role(reader_id, g.id) is not null) and private.is_style_guide(p)
      order by g.via, g.place);
    exit when found = '{}';
    guides := found || guides;
  end loop;
  return guides;
end
$function$;

ALTER TABLE "private"."finding_counts" ADD CONSTRAINT "finding_counts_branch_id_fkey" FOREIGN KEY (branch_id) REFERENCES public.branches(id) ON DELETE CASCADE;

ALTER TABLE "private"."linted_files" ADD CONSTRAINT "linted_files_branch_id_fkey" FOREIGN KEY (branch_id) REFERENCES public.branches(id) ON DELETE CASCADE;

ALTER TABLE "public"."branch_lints" ADD CONSTRAINT "branch_lints_branch_id_project_id_fkey" FOREIGN KEY (branch_id, project_id) REFERENCES public.branches(id, project_id) ON DELETE CASCADE;

ALTER TABLE "public"."finding_waivers" ADD CONSTRAINT "finding_waivers_created_by_fkey" FOREIGN KEY (created_by) REFERENCES public.users(id) ON DELETE SET NULL;

ALTER TABLE "public"."finding_waivers" ADD CONSTRAINT "finding_waivers_owner_id_fkey" FOREIGN KEY (owner_id) REFERENCES public.users(id) ON DELETE SET NULL;

ALTER TABLE "public"."finding_waivers" ADD CONSTRAINT "finding_waivers_project_id_fkey" FOREIGN KEY (project_id) REFERENCES public.projects(id) ON DELETE CASCADE;

ALTER TABLE "public"."findings" ADD CONSTRAINT "findings_branch_id_project_id_fkey" FOREIGN KEY (branch_id, project_id) REFERENCES public.branches(id, project_id) ON DELETE CASCADE;

ALTER TABLE "public"."findings" ADD CONSTRAINT "findings_waiver_id_fkey" FOREIGN KEY (waiver_id) REFERENCES public.finding_waivers(id) ON DELETE SET NULL;

CREATE INDEX finding_counts_workspace_idx ON private.finding_counts USING btree (workspace_id);

CREATE INDEX branch_lints_branch_idx ON public.branch_lints USING btree (branch_id, project_id);

CREATE INDEX branch_lints_project_idx ON public.branch_lints USING btree (project_id);

CREATE INDEX branch_lints_workspace_idx ON public.branch_lints USING btree (workspace_id);

CREATE INDEX finding_waivers_created_by_idx ON public.finding_waivers USING btree (created_by);

CREATE UNIQUE INDEX finding_waivers_once_idx ON public.finding_waivers USING btree (project_id, rule, md5(((anchor || '
'::text) || place)));

CREATE INDEX finding_waivers_owner_idx ON public.finding_waivers USING btree (owner_id);

CREATE INDEX finding_waivers_workspace_idx ON public.finding_waivers USING btree (workspace_id, expires_on);

CREATE INDEX findings_branch_idx ON public.findings USING btree (branch_id, project_id);

CREATE INDEX findings_node_idx ON public.findings USING btree (branch_id, node_uri);

CREATE INDEX findings_waiver_idx ON public.findings USING btree (waiver_id);

CREATE TRIGGER announce_delete AFTER DELETE ON public.branch_lints REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION private.announce_branch_lints();

CREATE TRIGGER announce_insert AFTER INSERT ON public.branch_lints REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION private.announce_branch_lints();

CREATE TRIGGER announce_update AFTER UPDATE ON public.branch_lints REFERENCING OLD TABLE AS before NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION private.announce_branch_lints();

CREATE TRIGGER keep_linted AFTER UPDATE OF is_default, content_hash ON public.branches FOR EACH ROW WHEN (((new.content_hash IS NOT NULL) AND ((new.content_hash IS DISTINCT FROM old.content_hash) OR (new.is_default AND (NOT old.is_default))))) EXECUTE FUNCTION private.keep_linted();

CREATE TRIGGER keep_names BEFORE INSERT OR UPDATE OF reason ON public.finding_waivers FOR EACH ROW EXECUTE FUNCTION private.keep_names('reason');

CREATE TRIGGER touch BEFORE UPDATE ON public.finding_waivers FOR EACH ROW EXECUTE FUNCTION private.touch_updated_at();

CREATE TRIGGER lint_with_guides AFTER INSERT OR DELETE OR UPDATE OF "position" ON public.project_style_guides FOR EACH ROW EXECUTE FUNCTION private.lint_with_guides();

CREATE POLICY "Lints are seen by who changes the content" ON "public"."branch_lints" FOR SELECT TO "authenticated" USING ((EXISTS ( SELECT 1
   FROM public.projects p
  WHERE ((p.id = branch_lints.project_id) AND (((p.workspace_id, p.visibility) IN ( SELECT reach_by_role.workspace_id,
            reach_by_role.visibility
           FROM private.reach_by_role('project_contents_update'::text) reach_by_role(workspace_id, visibility))) OR (( SELECT private.was_given_something() AS was_given_something) AND ((p.id = ANY (ARRAY( SELECT private.project_ids_given('project_contents_update'::text) AS project_ids_given))) OR (p.group_id = ANY (ARRAY( SELECT private.group_ids_given('project_contents_update'::text) AS group_ids_given))))))))));

CREATE POLICY "Waivers are seen by who changes the content" ON "public"."finding_waivers" FOR SELECT TO "authenticated" USING ((EXISTS ( SELECT 1
   FROM public.projects p
  WHERE ((p.id = finding_waivers.project_id) AND (((p.workspace_id, p.visibility) IN ( SELECT reach_by_role.workspace_id,
            reach_by_role.visibility
           FROM private.reach_by_role('project_contents_update'::text) reach_by_role(workspace_id, visibility))) OR (( SELECT private.was_given_something() AS was_given_something) AND ((p.id = ANY (ARRAY( SELECT private.project_ids_given('project_contents_update'::text) AS project_ids_given))) OR (p.group_id = ANY (ARRAY( SELECT private.group_ids_given('project_contents_update'::text) AS group_ids_given))))))))));

CREATE POLICY "Findings are seen by who changes the content" ON "public"."findings" FOR SELECT TO "authenticated" USING ((EXISTS ( SELECT 1
   FROM public.projects p
  WHERE ((p.id = findings.project_id) AND (((p.workspace_id, p.visibility) IN ( SELECT reach_by_role.workspace_id,
            reach_by_role.visibility
           FROM private.reach_by_role('project_contents_update'::text) reach_by_role(workspace_id, visibility))) OR (( SELECT private.was_given_something() AS was_given_something) AND ((p.id = ANY (ARRAY( SELECT private.project_ids_given('project_contents_update'::text) AS project_ids_given))) OR (p.group_id = ANY (ARRAY( SELECT private.group_ids_given('project_contents_update'::text) AS group_ids_given))))))))));

COMMENT ON COLUMN "public"."branch_lints"."content_hash" IS 'Of the files that were linted; guide_hash beside it, of the guides that they were linted by.';

COMMENT ON COLUMN "public"."branch_lints"."faults" IS 'What is wrong with the rulesets, [{guide_id, file, line, column, rule, message}] (guide_id null: its own): a ruleset with faults is left out. Told to who reads the guide.';

COMMENT ON COLUMN "public"."branch_lints"."is_cut" IS 'More was found than is kept; the numbers are of all of it.';

COMMENT ON COLUMN "public"."branch_lints"."is_failed" IS 'The lint did not come to its end: too much for its time or memory. Nothing is said of the branch then.';

COMMENT ON COLUMN "public"."branch_lints"."units" IS 'Operations and models of the branch, by which the score is measured.';

COMMENT ON COLUMN "public"."finding_waivers"."anchor" IS 'The stable id of the node, which outlives its name and, where the author gave it, its address; of what stands in no node the file.';

COMMENT ON COLUMN "public"."finding_waivers"."expires_on" IS 'The last day it holds, in UTC.';

COMMENT ON COLUMN "public"."finding_waivers"."place" IS 'A JSON pointer from the node on.';

COMMENT ON COLUMN "public"."findings"."anchor" IS 'As in public.finding_waivers.';

COMMENT ON COLUMN "public"."findings"."fingerprint" IS 'Of all that is said: equal row, equal fingerprint.';

COMMENT ON COLUMN "public"."findings"."pointer" IS 'A JSON pointer from the root of the file; place, from the node on.';

COMMENT ON COLUMN "public"."findings"."same_key" IS 'Equal for what is the same violation on another branch: rule, node and place, whatever the number of an item in its list.';

COMMENT ON FUNCTION "private"."announce_branch_lints"() IS 'Who hears of a project hears that one of its branches was linted.';

COMMENT ON FUNCTION "private"."apply_waivers"(bigint) IS 'Lays the waivers of a project over the findings of a branch; one nearer to the place comes first.';

COMMENT ON FUNCTION "private"."branch_ruleset"(bigint) IS 'The ruleset of a branch: the one nearest to its root.';

COMMENT ON FUNCTION "private"."count_findings"(bigint) IS 'Adds up what a branch has of each rule, and of each severity, without what is waived.';

COMMENT ON FUNCTION "private"."findings_delta"(bigint, bigint) IS 'The violations that a branch (head) has and another (base) has not, and the reverse, without waived ones. The same violation is known by rule, node and place. Asks nobody whether they may know: whoever calls it does, and private.lint_state says whether the two are linted as they are.';

COMMENT ON FUNCTION "private"."finish_lint"(bigint, jsonb) IS 'Writes down how the lint of a branch went whose findings were just written: {guide, guide_hash, content_hash, is_failed, faults, is_cut, counts: [{rule, severity, violations}]}.';

COMMENT ON FUNCTION "private"."keep_linted"() IS 'Has a branch with other content linted, and what extends a style guide whose content is another one.';

COMMENT ON FUNCTION "private"."lint_guide_hash"(bigint) IS 'Equal while a branch is linted by the same guides, and these have the same content.';

COMMENT ON FUNCTION "private"."lint_guides"(bigint) IS 'The rulesets that a branch is linted by, in their order: of the style guides that its project extends, whoever reads them, then its own (guide_id null). None: what Spectral recommends.';

COMMENT ON FUNCTION "private"."lint_projects"(bigint) IS 'Queues what private.queue_lint_of_project asks for: of each project its default branch and those that were analysed last, twenty in all. Others are outdated, and say so, until their next analysis.';

COMMENT ON FUNCTION "private"."lint_report"(bigint) IS 'What a Git host hears of the lint of a branch: how much was found, and (new) what of it the default branch has not; null where it is not linted as it is.';

COMMENT ON FUNCTION "private"."lint_state"(bigint) IS 'Whether what is said of a branch is about its content and guides as they are now (current) or were (outdated), could not be found out (failed), or nothing was analysed yet (none).';

COMMENT ON FUNCTION "private"."lint_what_waits"() IS 'Queues default branches whose content was never linted: those from before there was a linter, and those whose lint was given up.';

COMMENT ON FUNCTION "private"."lint_with_guides"() IS 'Has a project linted anew whose guides are others.';

COMMENT ON FUNCTION "private"."queue_lint"(bigint, bigint) IS 'Has the worker lint a branch, unless it is linted as it is. place: how many come before.';

COMMENT ON FUNCTION "private"."queue_lint_of_project"(bigint) IS 'Has the branches of a project linted anew, and those of all projects that extend it, by each other too: its guides have changed, or its own ruleset.';

COMMENT ON FUNCTION "private"."style_guides_of"(bigint, bigint, boolean) IS 'The style guides that a project extends, those that they extend before them: of two rules with one name the later guide''s holds. Only what somebody reads, and what is reached through it; for_anyone: all of them, as what holds for the project whoever looks at it.';

COMMENT ON TABLE "private"."finding_counts" IS 'How often a branch goes against a rule, and how much of that is waived: what reports add up, of branches that keep not all findings too.';

COMMENT ON TABLE "private"."linted_files" IS 'What was found in a file, to be taken again while it, the files that it reads (others: {path: hash, null where there is none}) and the ruleset are the same.';

COMMENT ON TABLE "public"."branch_lints" IS 'How the lint of a branch went: by which guide (its own ruleset, those that the project extends, or what Spectral recommends), and how much was found that is not waived.';

COMMENT ON TABLE "public"."finding_waivers" IS 'What somebody answers for until a day: findings of one rule at one place of a node and below, on all branches of the project. They count as waived, and hold nothing back.';

COMMENT ON TABLE "public"."findings" IS 'What the rules of its style guides say of places in the files of a branch, as last linted. Lines and columns count from 1.';

COMMENT ON TYPE "private"."finding_change" IS 'A violation that one branch has and another has not: added or removed.';

REVOKE ALL ON FUNCTION "private"."announce_branch_lints"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."announce_branch_lints"() TO "postgres";

REVOKE ALL ON FUNCTION "private"."apply_waivers"(bigint) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."apply_waivers"(bigint) TO "postgres";

REVOKE ALL ON FUNCTION "private"."branch_ruleset"(bigint) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."branch_ruleset"(bigint) TO "postgres";

REVOKE ALL ON FUNCTION "private"."count_findings"(bigint) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."count_findings"(bigint) TO "postgres";

REVOKE ALL ON FUNCTION "private"."findings_delta"(bigint, bigint) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."findings_delta"(bigint, bigint) TO "postgres";

REVOKE ALL ON FUNCTION "private"."finish_lint"(bigint, jsonb) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."finish_lint"(bigint, jsonb) TO "postgres";

REVOKE ALL ON FUNCTION "private"."keep_linted"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."keep_linted"() TO "postgres";

REVOKE ALL ON FUNCTION "private"."lint_guide_hash"(bigint) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."lint_guide_hash"(bigint) TO "postgres";

REVOKE ALL ON FUNCTION "private"."lint_guides"(bigint) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."lint_guides"(bigint) TO "postgres";

REVOKE ALL ON FUNCTION "private"."lint_projects"(bigint) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."lint_projects"(bigint) TO "postgres";

REVOKE ALL ON FUNCTION "private"."lint_report"(bigint) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."lint_report"(bigint) TO "postgres";

REVOKE ALL ON FUNCTION "private"."lint_state"(bigint) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."lint_state"(bigint) TO "postgres";

REVOKE ALL ON FUNCTION "private"."lint_what_waits"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."lint_what_waits"() TO "postgres";

REVOKE ALL ON FUNCTION "private"."lint_with_guides"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."lint_with_guides"() TO "postgres";

REVOKE ALL ON FUNCTION "private"."queue_lint"(bigint, bigint) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."queue_lint"(bigint, bigint) TO "postgres";

REVOKE ALL ON FUNCTION "private"."queue_lint_of_project"(bigint) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."queue_lint_of_project"(bigint) TO "postgres";

REVOKE ALL ON FUNCTION "private"."style_guides_of"(bigint, bigint, boolean) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."style_guides_of"(bigint, bigint, boolean) TO "postgres";

GRANT DELETE, INSERT, MAINTAIN, REFERENCES, SELECT, TRIGGER, TRUNCATE, UPDATE ON TABLE "private"."finding_counts" TO "postgres";

GRANT DELETE, INSERT, MAINTAIN, REFERENCES, SELECT, TRIGGER, TRUNCATE, UPDATE ON TABLE "private"."linted_files" TO "postgres";

GRANT SELECT ("branch_id") ON TABLE "public"."branch_lints" TO "authenticated";

GRANT SELECT ("errors") ON TABLE "public"."branch_lints" TO "authenticated";

GRANT SELECT ("guide") ON TABLE "public"."branch_lints" TO "authenticated";

GRANT SELECT ("hints") ON TABLE "public"."branch_lints" TO "authenticated";

GRANT SELECT ("infos") ON TABLE "public"."branch_lints" TO "authenticated";

GRANT SELECT ("is_cut") ON TABLE "public"."branch_lints" TO "authenticated";

GRANT SELECT ("is_failed") ON TABLE "public"."branch_lints" TO "authenticated";

GRANT SELECT ("linted_at") ON TABLE "public"."branch_lints" TO "authenticated";

GRANT SELECT ("project_id") ON TABLE "public"."branch_lints" TO "authenticated";

GRANT SELECT ("units") ON TABLE "public"."branch_lints" TO "authenticated";

GRANT SELECT ("waived") ON TABLE "public"."branch_lints" TO "authenticated";

GRANT SELECT ("warnings") ON TABLE "public"."branch_lints" TO "authenticated";

GRANT SELECT ("workspace_id") ON TABLE "public"."branch_lints" TO "authenticated";

GRANT DELETE, INSERT, MAINTAIN, REFERENCES, SELECT, TRIGGER, TRUNCATE, UPDATE ON TABLE "public"."branch_lints" TO "postgres";

GRANT SELECT ON TABLE "public"."finding_waivers" TO "authenticated";

GRANT DELETE, INSERT, MAINTAIN, REFERENCES, SELECT, TRIGGER, TRUNCATE, UPDATE ON TABLE "public"."finding_waivers" TO "postgres";

GRANT SELECT ("anchor") ON TABLE "public"."findings" TO "authenticated";

GRANT SELECT ("branch_id") ON TABLE "public"."findings" TO "authenticated";

GRANT SELECT ("documentation_url") ON TABLE "public"."findings" TO "authenticated";

GRANT SELECT ("end_column") ON TABLE "public"."findings" TO "authenticated";

GRANT SELECT ("end_line") ON TABLE "public"."findings" TO "authenticated";

GRANT SELECT ("file") ON TABLE "public"."findings" TO "authenticated";

GRANT SELECT ("found_at") ON TABLE "public"."findings" TO "authenticated";

GRANT SELECT ("id") ON TABLE "public"."findings" TO "authenticated";

GRANT SELECT ("message") ON TABLE "public"."findings" TO "authenticated";

GRANT SELECT ("node_uri") ON TABLE "public"."findings" TO "authenticated";

GRANT SELECT ("place") ON TABLE "public"."findings" TO "authenticated";

GRANT SELECT ("pointer") ON TABLE "public"."findings" TO "authenticated";

GRANT SELECT ("project_id") ON TABLE "public"."findings" TO "authenticated";

GRANT SELECT ("rule") ON TABLE "public"."findings" TO "authenticated";

GRANT SELECT ("severity") ON TABLE "public"."findings" TO "authenticated";

GRANT SELECT ("start_column") ON TABLE "public"."findings" TO "authenticated";

GRANT SELECT ("start_line") ON TABLE "public"."findings" TO "authenticated";

GRANT SELECT ("waiver_id") ON TABLE "public"."findings" TO "authenticated";

GRANT SELECT ("workspace_id") ON TABLE "public"."findings" TO "authenticated";

GRANT DELETE, INSERT, MAINTAIN, REFERENCES, SELECT, TRIGGER, TRUNCATE, UPDATE ON TABLE "public"."findings" TO "postgres";

GRANT USAGE ON TYPE "private"."finding_change" TO "postgres";
