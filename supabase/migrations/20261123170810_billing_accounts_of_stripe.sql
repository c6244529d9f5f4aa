REVOKE ALL ON TABLE "public"."billing_accounts" FROM "authenticated";

CREATE TABLE "private"."billing_attempts" ("id" uuid NOT NULL DEFAULT extensions.gen_random_uuid(), "workspace_id" bigint NOT NULL, "intent" text NOT NULL, "params" jsonb NOT NULL DEFAULT '{}'::jsonb, "stripe_id" text, "created_at" timestamp with time zone NOT NULL DEFAULT now(), "taken_until" timestamp with time zone NOT NULL, "ended_at" timestamp with time zone, CONSTRAINT "billing_attempts_pkey" PRIMARY KEY (id));

ALTER TABLE "private"."billing_attempts" ENABLE ROW LEVEL SECURITY;

CREATE TABLE "private"."billing_cancellations" ("id" bigint GENERATED ALWAYS AS IDENTITY NOT NULL, "workspace_id" bigint NOT NULL, "user_id" bigint, "product_id" bigint NOT NULL, "reason" text NOT NULL, "details" text NOT NULL DEFAULT ''::text, "created_at" timestamp with time zone NOT NULL DEFAULT now(), "taken_back_at" timestamp with time zone, CONSTRAINT "billing_cancellations_details_check" CHECK ((length(details) <= 5000)), CONSTRAINT "billing_cancellations_pkey" PRIMARY KEY (id), CONSTRAINT "billing_cancellations_reason_check" CHECK ((reason = ANY (ARRAY['expensive'::text, 'features'::text, 'free_works'::text, 'confusion'::text, 'adoption'::text, 'competitor'::text, 'not_needed'::text]))));

ALTER TABLE "private"."billing_cancellations" ENABLE ROW LEVEL SECURITY;

CREATE TABLE "private"."billing_notices" ("workspace_id" bigint NOT NULL, "kind" text NOT NULL, "about" text NOT NULL, "created_at" timestamp with time zone NOT NULL DEFAULT now(), CONSTRAINT "billing_notices_pkey" PRIMARY KEY (workspace_id, kind, about));

ALTER TABLE "private"."billing_notices" ENABLE ROW LEVEL SECURITY;

CREATE TABLE "private"."billing_trials" ("user_id" bigint NOT NULL, "workspace_id" bigint NOT NULL, "started_at" timestamp with time zone NOT NULL DEFAULT now(), CONSTRAINT "billing_trials_pkey" PRIMARY KEY (user_id, workspace_id));

ALTER TABLE "private"."billing_trials" ENABLE ROW LEVEL SECURITY;

CREATE TABLE "private"."stripe_events" ("id" text NOT NULL, "type" text NOT NULL, "api_version" text, "created" timestamp with time zone NOT NULL, "object_id" text, "customer_id" text, "received_at" timestamp with time zone NOT NULL DEFAULT now(), "processed_at" timestamp with time zone, "error" text, CONSTRAINT "stripe_events_pkey" PRIMARY KEY (id));

ALTER TABLE "private"."stripe_events" ENABLE ROW LEVEL SECURITY;

CREATE TABLE "public"."billing_invoices" ("id" bigint GENERATED ALWAYS AS IDENTITY NOT NULL, "workspace_id" bigint NOT NULL, "stripe_invoice_id" text NOT NULL, "number" text, "status" text NOT NULL, "total" integer NOT NULL, "amount_due" integer NOT NULL DEFAULT 0, "amount_paid" integer NOT NULL DEFAULT 0, "currency" text NOT NULL, "billing_reason" text, "period_start" timestamp with time zone NOT NULL, "period_end" timestamp with time zone NOT NULL, "hosted_invoice_url" text, "invoice_pdf" text, "error" text, "created_at" timestamp with time zone NOT NULL, CONSTRAINT "billing_invoices_pkey" PRIMARY KEY (id), CONSTRAINT "billing_invoices_status_check" CHECK ((status = ANY (ARRAY['draft'::text, 'open'::text, 'paid'::text, 'uncollectible'::text, 'void'::text]))), CONSTRAINT "billing_invoices_stripe_invoice_id_key" UNIQUE (stripe_invoice_id));

ALTER TABLE "public"."billing_invoices" ENABLE ROW LEVEL SECURITY;

ALTER TABLE "public"."billing_accounts" ADD COLUMN "renew_billing_pricing_plan_id" bigint;

ALTER TABLE "public"."billing_accounts" ADD COLUMN "cycle_interval_months" integer;

ALTER TABLE "public"."billing_accounts" ADD COLUMN "stripe_customer_id" text;

ALTER TABLE "public"."billing_accounts" ADD COLUMN "stripe_subscription_id" text;

ALTER TABLE "public"."billing_accounts" ADD COLUMN "stripe_status" text;

ALTER TABLE "public"."billing_accounts" ADD COLUMN "stripe_cancel_at_period_end" boolean NOT NULL DEFAULT false;

ALTER TABLE "public"."billing_accounts" ADD COLUMN "stripe_current_period_end" timestamp with time zone;

ALTER TABLE "public"."billing_accounts" ADD COLUMN "next_renewal_at" timestamp with time zone;

ALTER TABLE "public"."billing_accounts" ADD COLUMN "next_invoice_at" timestamp with time zone;

ALTER TABLE "public"."billing_accounts" ADD COLUMN "next_invoice_type" text;

ALTER TABLE "public"."billing_accounts" ADD COLUMN "next_invoice_projection" jsonb;

ALTER TABLE "public"."billing_accounts" ADD COLUMN "stripe_billing_email" text;

ALTER TABLE "public"."billing_accounts" ADD COLUMN "payment_method_brand" text;

ALTER TABLE "public"."billing_accounts" ADD COLUMN "payment_method_last4" text;

ALTER TABLE "public"."billing_accounts" ADD COLUMN "payment_method_expires" date;

ALTER TABLE "public"."billing_accounts" ADD COLUMN "last_invoice_error" text;

ALTER TABLE "public"."billing_accounts" ADD COLUMN "pending_product_id" bigint;

ALTER TABLE "public"."billing_accounts" ADD COLUMN "pending_at" timestamp with time zone;

ALTER TABLE "public"."billing_accounts" ADD COLUMN "used_trial_at" timestamp with time zone;

ALTER TABLE "public"."billing_accounts" ADD COLUMN "managed_by" text NOT NULL DEFAULT 'stripe'::text;

ALTER TABLE "public"."billing_accounts" ADD COLUMN "stripe_schedule_id" text;

ALTER TABLE "public"."billing_accounts" ADD COLUMN "past_due_since" timestamp with time zone;

ALTER TABLE "public"."billing_accounts" ADD COLUMN "seats_lowered_to" integer;

ALTER TABLE "public"."billing_accounts" ADD COLUMN "stripe_read" bigint NOT NULL DEFAULT 0;

ALTER TABLE "public"."billing_accounts" ADD COLUMN "clock_ahead" interval NOT NULL DEFAULT '00:00:00'::interval;

ALTER TABLE "public"."billing_pricing_plans" ADD COLUMN "stripe_seat_price_id" text;

ALTER TABLE "public"."projects" ADD COLUMN "is_read_only" boolean NOT NULL DEFAULT false;

ALTER TABLE "private"."billing_attempts" ADD CONSTRAINT "billing_attempts_workspace_id_fkey" FOREIGN KEY (workspace_id) REFERENCES public.workspaces(id) ON DELETE CASCADE;

ALTER TABLE "private"."billing_cancellations" ADD CONSTRAINT "billing_cancellations_product_id_fkey" FOREIGN KEY (product_id) REFERENCES public.billing_products(id);

ALTER TABLE "private"."billing_cancellations" ADD CONSTRAINT "billing_cancellations_user_id_fkey" FOREIGN KEY (user_id) REFERENCES public.users(id) ON DELETE SET NULL;

ALTER TABLE "private"."billing_cancellations" ADD CONSTRAINT "billing_cancellations_workspace_id_fkey" FOREIGN KEY (workspace_id) REFERENCES public.workspaces(id) ON DELETE CASCADE;

ALTER TABLE "private"."billing_notices" ADD CONSTRAINT "billing_notices_workspace_id_fkey" FOREIGN KEY (workspace_id) REFERENCES public.workspaces(id) ON DELETE CASCADE;

ALTER TABLE "private"."billing_trials" ADD CONSTRAINT "billing_trials_user_id_fkey" FOREIGN KEY (user_id) REFERENCES public.users(id) ON DELETE CASCADE;

ALTER TABLE "private"."billing_trials" ADD CONSTRAINT "billing_trials_workspace_id_fkey" FOREIGN KEY (workspace_id) REFERENCES public.workspaces(id) ON DELETE CASCADE;

ALTER TABLE "public"."billing_accounts" ADD CONSTRAINT "billing_accounts_cycle_interval_months_check" CHECK ((cycle_interval_months = ANY (ARRAY[1, 12])));

ALTER TABLE "public"."billing_accounts" ADD CONSTRAINT "billing_accounts_managed_by_check" CHECK ((managed_by = ANY (ARRAY['stripe'::text, 'contract'::text])));

ALTER TABLE "public"."billing_accounts" ADD CONSTRAINT "billing_accounts_next_invoice_projection_check" CHECK ((jsonb_typeof(next_invoice_projection) = 'object'::text));

ALTER TABLE "public"."billing_accounts" ADD CONSTRAINT "billing_accounts_next_invoice_type_check" CHECK ((next_invoice_type = ANY (ARRAY['renewal'::text, 'true-up'::text])));

ALTER TABLE "public"."billing_accounts" ADD CONSTRAINT "billing_accounts_pending_product_id_fkey" FOREIGN KEY (pending_product_id) REFERENCES public.billing_products(id);

ALTER TABLE "public"."billing_accounts" ADD CONSTRAINT "billing_accounts_renew_billing_pricing_plan_id_fkey" FOREIGN KEY (renew_billing_pricing_plan_id) REFERENCES public.billing_pricing_plans(id);

ALTER TABLE "public"."billing_accounts" ADD CONSTRAINT "billing_accounts_seats_lowered_to_check" CHECK ((seats_lowered_to >= 0));

ALTER TABLE "public"."billing_accounts" ADD CONSTRAINT "billing_accounts_stripe_status_check" CHECK ((stripe_status = ANY (ARRAY['incomplete'::text, 'incomplete_expired'::text, 'trialing'::text, 'active'::text, 'past_due'::text, 'canceled'::text, 'unpaid'::text, 'paused'::text])));

ALTER TABLE "public"."billing_invoices" ADD CONSTRAINT "billing_invoices_workspace_id_fkey" FOREIGN KEY (workspace_id) REFERENCES public.workspaces(id) ON DELETE CASCADE;

CREATE UNIQUE INDEX billing_attempts_open_idx ON private.billing_attempts USING btree (workspace_id) WHERE (ended_at IS NULL);

CREATE INDEX billing_attempts_workspace_idx ON private.billing_attempts USING btree (workspace_id, created_at);

CREATE INDEX billing_cancellations_product_idx ON private.billing_cancellations USING btree (product_id);

CREATE INDEX billing_cancellations_user_idx ON private.billing_cancellations USING btree (user_id);

CREATE INDEX billing_cancellations_workspace_idx ON private.billing_cancellations USING btree (workspace_id);

CREATE INDEX billing_trials_workspace_idx ON private.billing_trials USING btree (workspace_id);

CREATE INDEX stripe_events_received_idx ON private.stripe_events USING btree (received_at);

CREATE INDEX billing_accounts_pending_product_idx ON public.billing_accounts USING btree (pending_product_id);

CREATE INDEX billing_accounts_renew_pricing_plan_idx ON public.billing_accounts USING btree (renew_billing_pricing_plan_id);

CREATE UNIQUE INDEX billing_accounts_stripe_customer_idx ON public.billing_accounts USING btree (stripe_customer_id);

CREATE UNIQUE INDEX billing_accounts_stripe_subscription_idx ON public.billing_accounts USING btree (stripe_subscription_id);

CREATE INDEX billing_invoices_workspace_idx ON public.billing_invoices USING btree (workspace_id, created_at DESC, id DESC);

CREATE UNIQUE INDEX billing_pricing_plans_stripe_price_idx ON public.billing_pricing_plans USING btree (stripe_price_id);

CREATE UNIQUE INDEX billing_pricing_plans_stripe_seat_price_idx ON public.billing_pricing_plans USING btree (stripe_seat_price_id);

CREATE INDEX projects_read_only_idx ON public.projects USING btree (workspace_id) WHERE is_read_only;

CREATE TRIGGER announce_delete AFTER DELETE ON public.billing_invoices REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION private.announce_of_workspace();

CREATE TRIGGER announce_insert AFTER INSERT ON public.billing_invoices REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION private.announce_of_workspace();

CREATE TRIGGER announce_update AFTER UPDATE ON public.billing_invoices REFERENCING OLD TABLE AS before NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION private.announce_of_workspace();

CREATE POLICY "Invoices are seen with the billing permission" ON "public"."billing_invoices" FOR SELECT TO "authenticated" USING ((workspace_id = ANY (ARRAY( SELECT private.workspace_ids_with('WorkspaceBilling'::text) AS workspace_ids_with))));

COMMENT ON COLUMN "public"."billing_accounts"."clock_ahead" IS 'How far the clock of Stripe''s test mode is ahead of ours; nothing in live mode.';

COMMENT ON COLUMN "public"."billing_accounts"."managed_by" IS 'Who changes it: Stripe''s events, or operators, for a contract outside Stripe.';

COMMENT ON COLUMN "public"."billing_accounts"."next_invoice_projection" IS 'What the next invoice will say, as Stripe works it out: {total, details: [{label, amount}]}, in cents.';

COMMENT ON COLUMN "public"."billing_accounts"."past_due_since" IS 'Since when a payment is due that did not come; the workspace is locked two weeks later.';

COMMENT ON COLUMN "public"."billing_accounts"."pending_product_id" IS 'The lower plan that begins at pending_at; Free where the subscription was cancelled.';

COMMENT ON COLUMN "public"."billing_accounts"."renew_billing_pricing_plan_id" IS 'The plan and interval from the next period on, where that is another one than now.';

COMMENT ON COLUMN "public"."billing_accounts"."seats_lowered_to" IS 'The paid seats that are about to be kept, while Stripe is asked to take the others back: nobody takes one of those meanwhile.';

COMMENT ON COLUMN "public"."billing_accounts"."stripe_read" IS 'The last reading of Stripe that was applied: an older one changes nothing.';

COMMENT ON COLUMN "public"."billing_pricing_plans"."stripe_price_id" IS 'Stripe''s price of the plan itself, and stripe_seat_price_id that of a seat beyond the included ones; written by `npm run billing -- sync`.';

COMMENT ON COLUMN "public"."projects"."is_read_only" IS 'Beyond what the plan holds: read, but not written, until the plan holds it again. The oldest projects stay writable. Kept by private.settle_projects.';

COMMENT ON TABLE "private"."billing_attempts" IS 'What was asked of Stripe and not yet seen to be done. Its id is the idempotency key: asking again after a crash charges nothing twice.';

COMMENT ON TABLE "private"."billing_cancellations" IS 'Why people left a plan, in their words.';

COMMENT ON TABLE "private"."billing_notices" IS 'What owners were told of billing, each thing once.';

COMMENT ON TABLE "private"."billing_trials" IS 'Who owned a workspace when its trial began: nobody tries twice by making another workspace.';

COMMENT ON TABLE "private"."stripe_events" IS 'Events of Stripe by their id. One is applied once, in the transaction that writes processed_at.';

COMMENT ON TABLE "public"."billing_invoices" IS 'The invoices of a workspace as Stripe last told them, so that the list is there without Stripe. Amounts in cents.';

GRANT DELETE, INSERT, MAINTAIN, REFERENCES, SELECT, TRIGGER, TRUNCATE, UPDATE ON TABLE "private"."billing_attempts" TO "postgres";

GRANT DELETE, INSERT, MAINTAIN, REFERENCES, SELECT, TRIGGER, TRUNCATE, UPDATE ON TABLE "private"."billing_cancellations" TO "postgres";

GRANT DELETE, INSERT, MAINTAIN, REFERENCES, SELECT, TRIGGER, TRUNCATE, UPDATE ON TABLE "private"."billing_notices" TO "postgres";

GRANT DELETE, INSERT, MAINTAIN, REFERENCES, SELECT, TRIGGER, TRUNCATE, UPDATE ON TABLE "private"."billing_trials" TO "postgres";

GRANT DELETE, INSERT, MAINTAIN, REFERENCES, SELECT, TRIGGER, TRUNCATE, UPDATE ON TABLE "private"."stripe_events" TO "postgres";

REVOKE ALL ("billing_pricing_plan_id") ON TABLE "public"."billing_accounts" FROM "authenticated";

GRANT SELECT ("billing_pricing_plan_id") ON TABLE "public"."billing_accounts" TO "authenticated";

REVOKE ALL ("billing_product_id") ON TABLE "public"."billing_accounts" FROM "authenticated";

GRANT SELECT ("billing_product_id") ON TABLE "public"."billing_accounts" TO "authenticated";

REVOKE ALL ("created_at") ON TABLE "public"."billing_accounts" FROM "authenticated";

GRANT SELECT ("created_at") ON TABLE "public"."billing_accounts" TO "authenticated";

REVOKE ALL ("cycle_interval_months") ON TABLE "public"."billing_accounts" FROM "authenticated";

GRANT SELECT ("cycle_interval_months") ON TABLE "public"."billing_accounts" TO "authenticated";

REVOKE ALL ("included_members") ON TABLE "public"."billing_accounts" FROM "authenticated";

GRANT SELECT ("included_members") ON TABLE "public"."billing_accounts" TO "authenticated";

REVOKE ALL ("last_invoice_error") ON TABLE "public"."billing_accounts" FROM "authenticated";

GRANT SELECT ("last_invoice_error") ON TABLE "public"."billing_accounts" TO "authenticated";

REVOKE ALL ("managed_by") ON TABLE "public"."billing_accounts" FROM "authenticated";

GRANT SELECT ("managed_by") ON TABLE "public"."billing_accounts" TO "authenticated";

REVOKE ALL ("next_invoice_at") ON TABLE "public"."billing_accounts" FROM "authenticated";

GRANT SELECT ("next_invoice_at") ON TABLE "public"."billing_accounts" TO "authenticated";

REVOKE ALL ("next_invoice_projection") ON TABLE "public"."billing_accounts" FROM "authenticated";

GRANT SELECT ("next_invoice_projection") ON TABLE "public"."billing_accounts" TO "authenticated";

REVOKE ALL ("next_invoice_type") ON TABLE "public"."billing_accounts" FROM "authenticated";

GRANT SELECT ("next_invoice_type") ON TABLE "public"."billing_accounts" TO "authenticated";

REVOKE ALL ("next_renewal_at") ON TABLE "public"."billing_accounts" FROM "authenticated";

GRANT SELECT ("next_renewal_at") ON TABLE "public"."billing_accounts" TO "authenticated";

REVOKE ALL ("paid_members") ON TABLE "public"."billing_accounts" FROM "authenticated";

GRANT SELECT ("paid_members") ON TABLE "public"."billing_accounts" TO "authenticated";

REVOKE ALL ("payment_method_brand") ON TABLE "public"."billing_accounts" FROM "authenticated";

GRANT SELECT ("payment_method_brand") ON TABLE "public"."billing_accounts" TO "authenticated";

REVOKE ALL ("payment_method_expires") ON TABLE "public"."billing_accounts" FROM "authenticated";

GRANT SELECT ("payment_method_expires") ON TABLE "public"."billing_accounts" TO "authenticated";

REVOKE ALL ("payment_method_last4") ON TABLE "public"."billing_accounts" FROM "authenticated";

GRANT SELECT ("payment_method_last4") ON TABLE "public"."billing_accounts" TO "authenticated";

REVOKE ALL ("pending_at") ON TABLE "public"."billing_accounts" FROM "authenticated";

GRANT SELECT ("pending_at") ON TABLE "public"."billing_accounts" TO "authenticated";

REVOKE ALL ("pending_product_id") ON TABLE "public"."billing_accounts" FROM "authenticated";

GRANT SELECT ("pending_product_id") ON TABLE "public"."billing_accounts" TO "authenticated";

REVOKE ALL ("renew_billing_pricing_plan_id") ON TABLE "public"."billing_accounts" FROM "authenticated";

GRANT SELECT ("renew_billing_pricing_plan_id") ON TABLE "public"."billing_accounts" TO "authenticated";

REVOKE ALL ("status") ON TABLE "public"."billing_accounts" FROM "authenticated";

GRANT SELECT ("status") ON TABLE "public"."billing_accounts" TO "authenticated";

REVOKE ALL ("stripe_billing_email") ON TABLE "public"."billing_accounts" FROM "authenticated";

GRANT SELECT ("stripe_billing_email") ON TABLE "public"."billing_accounts" TO "authenticated";

REVOKE ALL ("stripe_cancel_at_period_end") ON TABLE "public"."billing_accounts" FROM "authenticated";

GRANT SELECT ("stripe_cancel_at_period_end") ON TABLE "public"."billing_accounts" TO "authenticated";

REVOKE ALL ("stripe_current_period_end") ON TABLE "public"."billing_accounts" FROM "authenticated";

GRANT SELECT ("stripe_current_period_end") ON TABLE "public"."billing_accounts" TO "authenticated";

REVOKE ALL ("stripe_status") ON TABLE "public"."billing_accounts" FROM "authenticated";

GRANT SELECT ("stripe_status") ON TABLE "public"."billing_accounts" TO "authenticated";

REVOKE ALL ("trial_end_at") ON TABLE "public"."billing_accounts" FROM "authenticated";

GRANT SELECT ("trial_end_at") ON TABLE "public"."billing_accounts" TO "authenticated";

REVOKE ALL ("updated_at") ON TABLE "public"."billing_accounts" FROM "authenticated";

GRANT SELECT ("updated_at") ON TABLE "public"."billing_accounts" TO "authenticated";

REVOKE ALL ("used_trial_at") ON TABLE "public"."billing_accounts" FROM "authenticated";

GRANT SELECT ("used_trial_at") ON TABLE "public"."billing_accounts" TO "authenticated";

REVOKE ALL ("workspace_id") ON TABLE "public"."billing_accounts" FROM "authenticated";

GRANT SELECT ("workspace_id") ON TABLE "public"."billing_accounts" TO "authenticated";

GRANT SELECT ("amount_due") ON TABLE "public"."billing_invoices" TO "authenticated";

GRANT SELECT ("amount_paid") ON TABLE "public"."billing_invoices" TO "authenticated";

GRANT SELECT ("billing_reason") ON TABLE "public"."billing_invoices" TO "authenticated";

GRANT SELECT ("created_at") ON TABLE "public"."billing_invoices" TO "authenticated";

GRANT SELECT ("currency") ON TABLE "public"."billing_invoices" TO "authenticated";

GRANT SELECT ("error") ON TABLE "public"."billing_invoices" TO "authenticated";

GRANT SELECT ("hosted_invoice_url") ON TABLE "public"."billing_invoices" TO "authenticated";

GRANT SELECT ("id") ON TABLE "public"."billing_invoices" TO "authenticated";

GRANT SELECT ("invoice_pdf") ON TABLE "public"."billing_invoices" TO "authenticated";

GRANT SELECT ("number") ON TABLE "public"."billing_invoices" TO "authenticated";

GRANT SELECT ("period_end") ON TABLE "public"."billing_invoices" TO "authenticated";

GRANT SELECT ("period_start") ON TABLE "public"."billing_invoices" TO "authenticated";

GRANT SELECT ("status") ON TABLE "public"."billing_invoices" TO "authenticated";

GRANT SELECT ("total") ON TABLE "public"."billing_invoices" TO "authenticated";

GRANT SELECT ("workspace_id") ON TABLE "public"."billing_invoices" TO "authenticated";

GRANT DELETE, INSERT, MAINTAIN, REFERENCES, SELECT, TRIGGER, TRUNCATE, UPDATE ON TABLE "public"."billing_invoices" TO "postgres";

ALTER TABLE "public"."billing_accounts" ADD CONSTRAINT "billing_accounts_stripe_billing_email_check" CHECK (private.is_email(stripe_billing_email));
