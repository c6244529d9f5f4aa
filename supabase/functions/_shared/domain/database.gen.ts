// Written by `npm run gen:types`.
export type Json = string | number | boolean | null | { [key: string]: Json | undefined } | Json[]

export type Database = {
  public: {
    Tables: {
      activity_events: {
        Row: {
          actor_email: string
          actor_id: number | null
          actor_name: string
          created_at: string
          id: number
          ip_address: unknown | null
          metadata: Json
          origin: Json
          type: string
          workspace_id: number
        }
        Insert: {
          actor_email?: string
          actor_id?: number | null
          actor_name?: string
          created_at?: string
          id: number
          ip_address?: unknown | null
          metadata?: Json
          origin?: Json
          type: string
          workspace_id: number
        }
        Update: {
          actor_email?: string
          actor_id?: number | null
          actor_name?: string
          created_at?: string
          id?: number
          ip_address?: unknown | null
          metadata?: Json
          origin?: Json
          type?: string
          workspace_id?: number
        }
        Relationships: [
          { foreignKeyName: 'activity_events_actor_id_fkey'; columns: ['actor_id']; isOneToOne: false; referencedRelation: 'users'; referencedColumns: ['id'] },
          { foreignKeyName: 'activity_events_workspace_id_fkey'; columns: ['workspace_id']; isOneToOne: false; referencedRelation: 'workspaces'; referencedColumns: ['id'] },
        ]
      }
      approved_domains: {
        Row: {
          created_at: string
          domain: string
          id: number
          role: Database['public']['Enums']['workspace_role']
          workspace_id: number
        }
        Insert: {
          created_at?: string
          domain: string
          id?: number
          role?: Database['public']['Enums']['workspace_role']
          workspace_id: number
        }
        Update: {
          created_at?: string
          domain?: string
          id?: number
          role?: Database['public']['Enums']['workspace_role']
          workspace_id?: number
        }
        Relationships: [
          { foreignKeyName: 'approved_domains_workspace_id_fkey'; columns: ['workspace_id']; isOneToOne: false; referencedRelation: 'workspaces'; referencedColumns: ['id'] },
        ]
      }
      billing_accounts: {
        Row: {
          billing_pricing_plan_id: number | null
          billing_product_id: number
          charged_beside: string[]
          clock_ahead: unknown
          contract_ends_at: string | null
          contract_seat_price: number | null
          created_at: string
          cycle_interval_months: number | null
          included_members: number | null
          last_invoice_error: string | null
          managed_by: string
          next_invoice_at: string | null
          next_invoice_projection: Json | null
          next_invoice_type: string | null
          next_renewal_at: string | null
          over_seats_since: string | null
          paid_members: number | null
          past_due_since: string | null
          payment_method_brand: string | null
          payment_method_expires: string | null
          payment_method_last4: string | null
          pending_at: string | null
          pending_product_id: number | null
          price: Json | null
          renew_billing_pricing_plan_id: number | null
          seats_lowered_to: number | null
          status: string
          stripe_billing_email: string | null
          stripe_cancel_at_period_end: boolean
          stripe_current_period_end: string | null
          stripe_customer_id: string | null
          stripe_read: number
          stripe_read_whole: number
          stripe_schedule_id: string | null
          stripe_status: string | null
          stripe_subscription_id: string | null
          trial_end_at: string | null
          unconfirmed: Json | null
          updated_at: string
          used_trial_at: string | null
          workspace_id: number
        }
        Insert: {
          billing_pricing_plan_id?: number | null
          billing_product_id?: number
          charged_beside?: string[]
          clock_ahead?: unknown
          contract_ends_at?: string | null
          contract_seat_price?: number | null
          created_at?: string
          cycle_interval_months?: number | null
          included_members?: number | null
          last_invoice_error?: string | null
          managed_by?: string
          next_invoice_at?: string | null
          next_invoice_projection?: Json | null
          next_invoice_type?: string | null
          next_renewal_at?: string | null
          over_seats_since?: string | null
          paid_members?: number | null
          past_due_since?: string | null
          payment_method_brand?: string | null
          payment_method_expires?: string | null
          payment_method_last4?: string | null
          pending_at?: string | null
          pending_product_id?: number | null
          price?: Json | null
          renew_billing_pricing_plan_id?: number | null
          seats_lowered_to?: number | null
          status?: string
          stripe_billing_email?: string | null
          stripe_cancel_at_period_end?: boolean
          stripe_current_period_end?: string | null
          stripe_customer_id?: string | null
          stripe_read?: number
          stripe_read_whole?: number
          stripe_schedule_id?: string | null
          stripe_status?: string | null
          stripe_subscription_id?: string | null
          trial_end_at?: string | null
          unconfirmed?: Json | null
          updated_at?: string
          used_trial_at?: string | null
          workspace_id: number
        }
        Update: {
          billing_pricing_plan_id?: number | null
          billing_product_id?: number
          charged_beside?: string[]
          clock_ahead?: unknown
          contract_ends_at?: string | null
          contract_seat_price?: number | null
          created_at?: string
          cycle_interval_months?: number | null
          included_members?: number | null
          last_invoice_error?: string | null
          managed_by?: string
          next_invoice_at?: string | null
          next_invoice_projection?: Json | null
          next_invoice_type?: string | null
          next_renewal_at?: string | null
          over_seats_since?: string | null
          paid_members?: number | null
          past_due_since?: string | null
          payment_method_brand?: string | null
          payment_method_expires?: string | null
          payment_method_last4?: string | null
          pending_at?: string | null
          pending_product_id?: number | null
          price?: Json | null
          renew_billing_pricing_plan_id?: number | null
          seats_lowered_to?: number | null
          status?: string
          stripe_billing_email?: string | null
          stripe_cancel_at_period_end?: boolean
          stripe_current_period_end?: string | null
          stripe_customer_id?: string | null
          stripe_read?: number
          stripe_read_whole?: number
          stripe_schedule_id?: string | null
          stripe_status?: string | null
          stripe_subscription_id?: string | null
          trial_end_at?: string | null
          unconfirmed?: Json | null
          updated_at?: string
          used_trial_at?: string | null
          workspace_id?: number
        }
        Relationships: [
          { foreignKeyName: 'billing_accounts_billing_pricing_plan_id_fkey'; columns: ['billing_pricing_plan_id']; isOneToOne: false; referencedRelation: 'billing_pricing_plans'; referencedColumns: ['id'] },
          { foreignKeyName: 'billing_accounts_billing_product_id_fkey'; columns: ['billing_product_id']; isOneToOne: false; referencedRelation: 'billing_products'; referencedColumns: ['id'] },
          { foreignKeyName: 'billing_accounts_pending_product_id_fkey'; columns: ['pending_product_id']; isOneToOne: false; referencedRelation: 'billing_products'; referencedColumns: ['id'] },
          { foreignKeyName: 'billing_accounts_renew_billing_pricing_plan_id_fkey'; columns: ['renew_billing_pricing_plan_id']; isOneToOne: false; referencedRelation: 'billing_pricing_plans'; referencedColumns: ['id'] },
          { foreignKeyName: 'billing_accounts_workspace_id_fkey'; columns: ['workspace_id']; isOneToOne: true; referencedRelation: 'workspaces'; referencedColumns: ['id'] },
        ]
      }
      billing_features: {
        Row: {
          max_quantity: number | null
          name: string
          product_id: number
          type: string
        }
        Insert: {
          max_quantity?: number | null
          name: string
          product_id: number
          type: string
        }
        Update: {
          max_quantity?: number | null
          name?: string
          product_id?: number
          type?: string
        }
        Relationships: [
          { foreignKeyName: 'billing_features_product_id_fkey'; columns: ['product_id']; isOneToOne: false; referencedRelation: 'billing_products'; referencedColumns: ['id'] },
        ]
      }
      billing_invoices: {
        Row: {
          amount_credited: number
          amount_due: number
          amount_paid: number
          amount_refunded: number
          billing_reason: string | null
          created_at: string
          currency: string
          error: string | null
          hosted_invoice_url: string | null
          id: number
          invoice_pdf: string | null
          number: string | null
          period_end: string
          period_start: string
          status: string
          stripe_invoice_id: string
          total: number
          workspace_id: number
        }
        Insert: {
          amount_credited?: number
          amount_due?: number
          amount_paid?: number
          amount_refunded?: number
          billing_reason?: string | null
          created_at: string
          currency: string
          error?: string | null
          hosted_invoice_url?: string | null
          id?: number
          invoice_pdf?: string | null
          number?: string | null
          period_end: string
          period_start: string
          status: string
          stripe_invoice_id: string
          total: number
          workspace_id: number
        }
        Update: {
          amount_credited?: number
          amount_due?: number
          amount_paid?: number
          amount_refunded?: number
          billing_reason?: string | null
          created_at?: string
          currency?: string
          error?: string | null
          hosted_invoice_url?: string | null
          id?: number
          invoice_pdf?: string | null
          number?: string | null
          period_end?: string
          period_start?: string
          status?: string
          stripe_invoice_id?: string
          total?: number
          workspace_id?: number
        }
        Relationships: [
          { foreignKeyName: 'billing_invoices_workspace_id_fkey'; columns: ['workspace_id']; isOneToOne: false; referencedRelation: 'workspaces'; referencedColumns: ['id'] },
        ]
      }
      billing_pricing_plans: {
        Row: {
          cycle_interval_months: number
          flat_fee_price: number
          id: number
          product_id: number
          stripe_price_id: string | null
          stripe_seat_price_id: string | null
          user_fee_price: number
        }
        Insert: {
          cycle_interval_months: number
          flat_fee_price: number
          id?: number
          product_id: number
          stripe_price_id?: string | null
          stripe_seat_price_id?: string | null
          user_fee_price: number
        }
        Update: {
          cycle_interval_months?: number
          flat_fee_price?: number
          id?: number
          product_id?: number
          stripe_price_id?: string | null
          stripe_seat_price_id?: string | null
          user_fee_price?: number
        }
        Relationships: [
          { foreignKeyName: 'billing_pricing_plans_product_id_fkey'; columns: ['product_id']; isOneToOne: false; referencedRelation: 'billing_products'; referencedColumns: ['id'] },
        ]
      }
      billing_products: {
        Row: {
          id: number
          included_members: number | null
          label: string
          name: string
          priority: number
        }
        Insert: {
          id: number
          included_members?: number | null
          label: string
          name: string
          priority: number
        }
        Update: {
          id?: number
          included_members?: number | null
          label?: string
          name?: string
          priority?: number
        }
        Relationships: []
      }
      branch_files: {
        Row: {
          branch_id: number
          hash: string
          path: string
          workspace_id: number
        }
        Insert: {
          branch_id: number
          hash: string
          path: string
          workspace_id: number
        }
        Update: {
          branch_id?: number
          hash?: string
          path?: string
          workspace_id?: number
        }
        Relationships: [
          { foreignKeyName: 'branch_files_branch_id_fkey'; columns: ['branch_id']; isOneToOne: false; referencedRelation: 'branches'; referencedColumns: ['id'] },
          { foreignKeyName: 'branch_files_workspace_id_hash_fkey'; columns: ['workspace_id', 'hash']; isOneToOne: false; referencedRelation: 'files'; referencedColumns: ['workspace_id', 'hash'] },
        ]
      }
      branch_lints: {
        Row: {
          branch_id: number
          content_hash: string
          errors: number
          faults: Json
          guide: string
          guide_hash: string
          hints: number
          infos: number
          is_cut: boolean
          is_failed: boolean
          linted_at: string
          project_id: number
          units: number
          waived: number
          warnings: number
          workspace_id: number
        }
        Insert: {
          branch_id: number
          content_hash: string
          errors?: number
          faults?: Json
          guide: string
          guide_hash: string
          hints?: number
          infos?: number
          is_cut?: boolean
          is_failed?: boolean
          linted_at?: string
          project_id: number
          units?: number
          waived?: number
          warnings?: number
          workspace_id: number
        }
        Update: {
          branch_id?: number
          content_hash?: string
          errors?: number
          faults?: Json
          guide?: string
          guide_hash?: string
          hints?: number
          infos?: number
          is_cut?: boolean
          is_failed?: boolean
          linted_at?: string
          project_id?: number
          units?: number
          waived?: number
          warnings?: number
          workspace_id?: number
        }
        Relationships: [
          { foreignKeyName: 'branch_lints_branch_id_project_id_fkey'; columns: ['branch_id', 'project_id']; isOneToOne: false; referencedRelation: 'branches'; referencedColumns: ['id', 'project_id'] },
        ]
      }
      branch_nodes: {
        Row: {
          branch_id: number
          created_at: string
          external_search: unknown | null
          external_snapshot_hash: string | null
          has_internal_parts: boolean
          id: number
          is_deprecated: boolean
          is_hidden: boolean
          is_internal: boolean
          method: string | null
          name: string
          node_id: number
          parent_uri: string | null
          path: string | null
          position: number
          project_id: number
          search: unknown
          slug: string
          snapshot_hash: string
          source_name: string | null
          source_search: unknown | null
          source_summary: string | null
          stable_id: string | null
          summary: string
          tags: string[]
          type: string
          updated_at: string
          uri: string
          version: string | null
          workspace_id: number
        }
        Insert: {
          branch_id: number
          created_at?: string
          external_search?: unknown | null
          external_snapshot_hash?: string | null
          has_internal_parts?: boolean
          id?: number
          is_deprecated?: boolean
          is_hidden?: boolean
          is_internal?: boolean
          method?: string | null
          name: string
          node_id: number
          parent_uri?: string | null
          path?: string | null
          position?: number
          project_id: number
          search?: unknown
          slug: string
          snapshot_hash: string
          source_name?: string | null
          source_search?: unknown | null
          source_summary?: string | null
          stable_id?: string | null
          summary?: string
          tags?: string[]
          type: string
          updated_at?: string
          uri: string
          version?: string | null
          workspace_id: number
        }
        Update: {
          branch_id?: number
          created_at?: string
          external_search?: unknown | null
          external_snapshot_hash?: string | null
          has_internal_parts?: boolean
          id?: number
          is_deprecated?: boolean
          is_hidden?: boolean
          is_internal?: boolean
          method?: string | null
          name?: string
          node_id?: number
          parent_uri?: string | null
          path?: string | null
          position?: number
          project_id?: number
          search?: unknown
          slug?: string
          snapshot_hash?: string
          source_name?: string | null
          source_search?: unknown | null
          source_summary?: string | null
          stable_id?: string | null
          summary?: string
          tags?: string[]
          type?: string
          updated_at?: string
          uri?: string
          version?: string | null
          workspace_id?: number
        }
        Relationships: [
          { foreignKeyName: 'branch_nodes_branch_id_fkey'; columns: ['branch_id']; isOneToOne: false; referencedRelation: 'branches'; referencedColumns: ['id'] },
          { foreignKeyName: 'branch_nodes_node_id_fkey'; columns: ['node_id']; isOneToOne: false; referencedRelation: 'nodes'; referencedColumns: ['id'] },
          { foreignKeyName: 'branch_nodes_project_id_fkey'; columns: ['project_id']; isOneToOne: false; referencedRelation: 'projects'; referencedColumns: ['id'] },
          { foreignKeyName: 'branch_nodes_workspace_id_external_snapshot_hash_fkey'; columns: ['workspace_id', 'external_snapshot_hash']; isOneToOne: false; referencedRelation: 'snapshots'; referencedColumns: ['workspace_id', 'hash'] },
          { foreignKeyName: 'branch_nodes_workspace_id_snapshot_hash_fkey'; columns: ['workspace_id', 'snapshot_hash']; isOneToOne: false; referencedRelation: 'snapshots'; referencedColumns: ['workspace_id', 'hash'] },
        ]
      }
      branch_remotes: {
        Row: {
          asked_at: string
          base_commit: string
          behind: number | null
          branch_id: number
          checked_at: string | null
          commits: Json
          paths: string[] | null
          project_id: number
          reason: string | null
          status: string
          tip: string | null
          workspace_id: number
        }
        Insert: {
          asked_at?: string
          base_commit: string
          behind?: number | null
          branch_id: number
          checked_at?: string | null
          commits?: Json
          paths?: string[] | null
          project_id: number
          reason?: string | null
          status?: string
          tip?: string | null
          workspace_id: number
        }
        Update: {
          asked_at?: string
          base_commit?: string
          behind?: number | null
          branch_id?: number
          checked_at?: string | null
          commits?: Json
          paths?: string[] | null
          project_id?: number
          reason?: string | null
          status?: string
          tip?: string | null
          workspace_id?: number
        }
        Relationships: [
          { foreignKeyName: 'branch_remotes_branch_id_fkey'; columns: ['branch_id']; isOneToOne: true; referencedRelation: 'branches'; referencedColumns: ['id'] },
          { foreignKeyName: 'branch_remotes_project_id_fkey'; columns: ['project_id']; isOneToOne: false; referencedRelation: 'projects'; referencedColumns: ['id'] },
          { foreignKeyName: 'branch_remotes_workspace_id_fkey'; columns: ['workspace_id']; isOneToOne: false; referencedRelation: 'workspaces'; referencedColumns: ['id'] },
        ]
      }
      branch_tocs: {
        Row: {
          audience: string
          branch_id: number
          toc: Json
        }
        Insert: {
          audience: string
          branch_id: number
          toc: Json
        }
        Update: {
          audience?: string
          branch_id?: number
          toc?: Json
        }
        Relationships: [
          { foreignKeyName: 'branch_tocs_branch_id_fkey'; columns: ['branch_id']; isOneToOne: false; referencedRelation: 'branches'; referencedColumns: ['id'] },
        ]
      }
      branches: {
        Row: {
          api_count: number
          article_count: number
          baseline_branch_id: number | null
          commit_hash: string | null
          content_hash: string | null
          created_at: string
          id: number
          is_default: boolean
          is_published: boolean
          last_analyzed_at: string | null
          name: string
          operation_count: number
          project_id: number
          schema_count: number
          share_enabled: boolean
          share_expires_at: string | null
          share_serial: number
          share_token_hash: string | null
          slug: string
          updated_at: string
          yjs_document_id: string | null
        }
        Insert: {
          api_count?: number
          article_count?: number
          baseline_branch_id?: number | null
          commit_hash?: string | null
          content_hash?: string | null
          created_at?: string
          id?: number
          is_default?: boolean
          is_published?: boolean
          last_analyzed_at?: string | null
          name: string
          operation_count?: number
          project_id: number
          schema_count?: number
          share_enabled?: boolean
          share_expires_at?: string | null
          share_serial?: number
          share_token_hash?: string | null
          slug: string
          updated_at?: string
          yjs_document_id?: string | null
        }
        Update: {
          api_count?: number
          article_count?: number
          baseline_branch_id?: number | null
          commit_hash?: string | null
          content_hash?: string | null
          created_at?: string
          id?: number
          is_default?: boolean
          is_published?: boolean
          last_analyzed_at?: string | null
          name?: string
          operation_count?: number
          project_id?: number
          schema_count?: number
          share_enabled?: boolean
          share_expires_at?: string | null
          share_serial?: number
          share_token_hash?: string | null
          slug?: string
          updated_at?: string
          yjs_document_id?: string | null
        }
        Relationships: [
          { foreignKeyName: 'branches_baseline_branch_id_fkey'; columns: ['baseline_branch_id']; isOneToOne: false; referencedRelation: 'branches'; referencedColumns: ['id'] },
          { foreignKeyName: 'branches_project_id_fkey'; columns: ['project_id']; isOneToOne: false; referencedRelation: 'projects'; referencedColumns: ['id'] },
        ]
      }
      comment_mentions: {
        Row: {
          branch_id: number
          comment_id: number
          created_at: string
          mailed_at: string | null
          read_at: string | null
          thread_id: number
          user_id: number
        }
        Insert: {
          branch_id: number
          comment_id: number
          created_at?: string
          mailed_at?: string | null
          read_at?: string | null
          thread_id: number
          user_id: number
        }
        Update: {
          branch_id?: number
          comment_id?: number
          created_at?: string
          mailed_at?: string | null
          read_at?: string | null
          thread_id?: number
          user_id?: number
        }
        Relationships: [
          { foreignKeyName: 'comment_mentions_branch_id_fkey'; columns: ['branch_id']; isOneToOne: false; referencedRelation: 'branches'; referencedColumns: ['id'] },
          { foreignKeyName: 'comment_mentions_comment_id_fkey'; columns: ['comment_id']; isOneToOne: false; referencedRelation: 'comments'; referencedColumns: ['id'] },
          { foreignKeyName: 'comment_mentions_thread_id_fkey'; columns: ['thread_id']; isOneToOne: false; referencedRelation: 'comment_threads'; referencedColumns: ['id'] },
          { foreignKeyName: 'comment_mentions_user_id_fkey'; columns: ['user_id']; isOneToOne: false; referencedRelation: 'users'; referencedColumns: ['id'] },
        ]
      }
      comment_threads: {
        Row: {
          anchor: Json
          branch_id: number
          copied_from: number | null
          created_at: string
          created_by: number | null
          document_id: string | null
          id: number
          path: string
          project_id: number
          quote: string
          resolved_at: string | null
          resolved_by: number | null
          workspace_id: number
        }
        Insert: {
          anchor: Json
          branch_id: number
          copied_from?: number | null
          created_at?: string
          created_by?: number | null
          document_id?: string | null
          id?: number
          path: string
          project_id: number
          quote?: string
          resolved_at?: string | null
          resolved_by?: number | null
          workspace_id: number
        }
        Update: {
          anchor?: Json
          branch_id?: number
          copied_from?: number | null
          created_at?: string
          created_by?: number | null
          document_id?: string | null
          id?: number
          path?: string
          project_id?: number
          quote?: string
          resolved_at?: string | null
          resolved_by?: number | null
          workspace_id?: number
        }
        Relationships: [
          { foreignKeyName: 'comment_threads_branch_id_fkey'; columns: ['branch_id']; isOneToOne: false; referencedRelation: 'branches'; referencedColumns: ['id'] },
          { foreignKeyName: 'comment_threads_copied_from_fkey'; columns: ['copied_from']; isOneToOne: false; referencedRelation: 'comment_threads'; referencedColumns: ['id'] },
          { foreignKeyName: 'comment_threads_created_by_fkey'; columns: ['created_by']; isOneToOne: false; referencedRelation: 'users'; referencedColumns: ['id'] },
          { foreignKeyName: 'comment_threads_document_id_fkey'; columns: ['document_id']; isOneToOne: false; referencedRelation: 'documents'; referencedColumns: ['id'] },
          { foreignKeyName: 'comment_threads_project_id_fkey'; columns: ['project_id']; isOneToOne: false; referencedRelation: 'projects'; referencedColumns: ['id'] },
          { foreignKeyName: 'comment_threads_resolved_by_fkey'; columns: ['resolved_by']; isOneToOne: false; referencedRelation: 'users'; referencedColumns: ['id'] },
          { foreignKeyName: 'comment_threads_workspace_id_fkey'; columns: ['workspace_id']; isOneToOne: false; referencedRelation: 'workspaces'; referencedColumns: ['id'] },
        ]
      }
      comments: {
        Row: {
          author_id: number | null
          branch_id: number
          created_at: string
          edited_at: string | null
          id: number
          key: string
          project_id: number
          text: string
          thread_id: number
          workspace_id: number
        }
        Insert: {
          author_id?: number | null
          branch_id: number
          created_at?: string
          edited_at?: string | null
          id?: number
          key: string
          project_id: number
          text: string
          thread_id: number
          workspace_id: number
        }
        Update: {
          author_id?: number | null
          branch_id?: number
          created_at?: string
          edited_at?: string | null
          id?: number
          key?: string
          project_id?: number
          text?: string
          thread_id?: number
          workspace_id?: number
        }
        Relationships: [
          { foreignKeyName: 'comments_author_id_fkey'; columns: ['author_id']; isOneToOne: false; referencedRelation: 'users'; referencedColumns: ['id'] },
          { foreignKeyName: 'comments_branch_id_fkey'; columns: ['branch_id']; isOneToOne: false; referencedRelation: 'branches'; referencedColumns: ['id'] },
          { foreignKeyName: 'comments_project_id_fkey'; columns: ['project_id']; isOneToOne: false; referencedRelation: 'projects'; referencedColumns: ['id'] },
          { foreignKeyName: 'comments_thread_id_fkey'; columns: ['thread_id']; isOneToOne: false; referencedRelation: 'comment_threads'; referencedColumns: ['id'] },
          { foreignKeyName: 'comments_workspace_id_fkey'; columns: ['workspace_id']; isOneToOne: false; referencedRelation: 'workspaces'; referencedColumns: ['id'] },
        ]
      }
      commits: {
        Row: {
          analyzed_at: string | null
          author_email: string | null
          author_id: number | null
          author_name: string | null
          branch_id: number
          committed_at: string | null
          created_at: string
          message: string
          parent_sha: string | null
          project_id: number
          sha: string
          workspace_id: number
        }
        Insert: {
          analyzed_at?: string | null
          author_email?: string | null
          author_id?: number | null
          author_name?: string | null
          branch_id: number
          committed_at?: string | null
          created_at?: string
          message?: string
          parent_sha?: string | null
          project_id: number
          sha: string
          workspace_id: number
        }
        Update: {
          analyzed_at?: string | null
          author_email?: string | null
          author_id?: number | null
          author_name?: string | null
          branch_id?: number
          committed_at?: string | null
          created_at?: string
          message?: string
          parent_sha?: string | null
          project_id?: number
          sha?: string
          workspace_id?: number
        }
        Relationships: [
          { foreignKeyName: 'commits_author_id_fkey'; columns: ['author_id']; isOneToOne: false; referencedRelation: 'users'; referencedColumns: ['id'] },
          { foreignKeyName: 'commits_branch_id_fkey'; columns: ['branch_id']; isOneToOne: false; referencedRelation: 'branches'; referencedColumns: ['id'] },
          { foreignKeyName: 'commits_project_id_fkey'; columns: ['project_id']; isOneToOne: false; referencedRelation: 'projects'; referencedColumns: ['id'] },
          { foreignKeyName: 'commits_workspace_id_fkey'; columns: ['workspace_id']; isOneToOne: false; referencedRelation: 'workspaces'; referencedColumns: ['id'] },
        ]
      }
      document_commits: {
        Row: {
          author_id: number | null
          base_commit: string
          branch_id: number
          commit_hash: string | null
          created_at: string
          finished_at: string | null
          id: string
          message: string
          new_branch: string | null
          project_id: number
          reason: string | null
          status: string
          task_id: string | null
          workspace_id: number
        }
        Insert: {
          author_id?: number | null
          base_commit: string
          branch_id: number
          commit_hash?: string | null
          created_at?: string
          finished_at?: string | null
          id?: string
          message: string
          new_branch?: string | null
          project_id: number
          reason?: string | null
          status?: string
          task_id?: string | null
          workspace_id: number
        }
        Update: {
          author_id?: number | null
          base_commit?: string
          branch_id?: number
          commit_hash?: string | null
          created_at?: string
          finished_at?: string | null
          id?: string
          message?: string
          new_branch?: string | null
          project_id?: number
          reason?: string | null
          status?: string
          task_id?: string | null
          workspace_id?: number
        }
        Relationships: [
          { foreignKeyName: 'document_commits_author_id_fkey'; columns: ['author_id']; isOneToOne: false; referencedRelation: 'users'; referencedColumns: ['id'] },
          { foreignKeyName: 'document_commits_branch_id_fkey'; columns: ['branch_id']; isOneToOne: false; referencedRelation: 'branches'; referencedColumns: ['id'] },
          { foreignKeyName: 'document_commits_project_id_fkey'; columns: ['project_id']; isOneToOne: false; referencedRelation: 'projects'; referencedColumns: ['id'] },
          { foreignKeyName: 'document_commits_task_id_fkey'; columns: ['task_id']; isOneToOne: false; referencedRelation: 'task_logs'; referencedColumns: ['job_id'] },
          { foreignKeyName: 'document_commits_workspace_id_fkey'; columns: ['workspace_id']; isOneToOne: false; referencedRelation: 'workspaces'; referencedColumns: ['id'] },
        ]
      }
      documents: {
        Row: {
          base_moved: boolean
          bom: boolean
          branch_id: number
          changed: boolean
          created_at: string
          deleted_at: string | null
          eol: string
          epoch: number
          hash: string | null
          id: string
          is_blocked: boolean
          is_edited: boolean
          kind: string
          moved_hash: string | null
          path: string
          project_id: number
          published_path: string | null
          seq: number
          size: number
          updated_at: string
          updated_by: number | null
          waiting_bytes: number
          workspace_id: number
        }
        Insert: {
          base_moved?: boolean
          bom?: boolean
          branch_id: number
          changed?: never
          created_at?: string
          deleted_at?: string | null
          eol?: string
          epoch?: number
          hash?: string | null
          id?: string
          is_blocked?: boolean
          is_edited?: boolean
          kind?: string
          moved_hash?: string | null
          path: string
          project_id: number
          published_path?: string | null
          seq?: number
          size?: number
          updated_at?: string
          updated_by?: number | null
          waiting_bytes?: number
          workspace_id: number
        }
        Update: {
          base_moved?: boolean
          bom?: boolean
          branch_id?: number
          changed?: never
          created_at?: string
          deleted_at?: string | null
          eol?: string
          epoch?: number
          hash?: string | null
          id?: string
          is_blocked?: boolean
          is_edited?: boolean
          kind?: string
          moved_hash?: string | null
          path?: string
          project_id?: number
          published_path?: string | null
          seq?: number
          size?: number
          updated_at?: string
          updated_by?: number | null
          waiting_bytes?: number
          workspace_id?: number
        }
        Relationships: [
          { foreignKeyName: 'documents_branch_id_fkey'; columns: ['branch_id']; isOneToOne: false; referencedRelation: 'branches'; referencedColumns: ['id'] },
          { foreignKeyName: 'documents_project_id_fkey'; columns: ['project_id']; isOneToOne: false; referencedRelation: 'projects'; referencedColumns: ['id'] },
          { foreignKeyName: 'documents_updated_by_fkey'; columns: ['updated_by']; isOneToOne: false; referencedRelation: 'users'; referencedColumns: ['id'] },
          { foreignKeyName: 'documents_workspace_id_fkey'; columns: ['workspace_id']; isOneToOne: false; referencedRelation: 'workspaces'; referencedColumns: ['id'] },
          { foreignKeyName: 'documents_workspace_id_hash_fkey'; columns: ['workspace_id', 'hash']; isOneToOne: false; referencedRelation: 'files'; referencedColumns: ['workspace_id', 'hash'] },
          { foreignKeyName: 'documents_workspace_id_moved_hash_fkey'; columns: ['workspace_id', 'moved_hash']; isOneToOne: false; referencedRelation: 'files'; referencedColumns: ['workspace_id', 'hash'] },
        ]
      }
      emails: {
        Row: {
          confirmed_at: string | null
          created_at: string
          email: string
          id: number
          is_primary: boolean
          user_id: number
        }
        Insert: {
          confirmed_at?: string | null
          created_at?: string
          email: string
          id?: number
          is_primary?: boolean
          user_id: number
        }
        Update: {
          confirmed_at?: string | null
          created_at?: string
          email?: string
          id?: number
          is_primary?: boolean
          user_id?: number
        }
        Relationships: [
          { foreignKeyName: 'emails_user_id_fkey'; columns: ['user_id']; isOneToOne: false; referencedRelation: 'users'; referencedColumns: ['id'] },
        ]
      }
      external_users: {
        Row: {
          created_at: string
          data: Json
          external_id: string
          id: number
          last_login_at: string | null
          user_id: number
          username: string
          uses_old_integration: boolean
          workspace_integration_id: number
        }
        Insert: {
          created_at?: string
          data?: Json
          external_id: string
          id?: number
          last_login_at?: string | null
          user_id: number
          username?: string
          uses_old_integration?: boolean
          workspace_integration_id: number
        }
        Update: {
          created_at?: string
          data?: Json
          external_id?: string
          id?: number
          last_login_at?: string | null
          user_id?: number
          username?: string
          uses_old_integration?: boolean
          workspace_integration_id?: number
        }
        Relationships: [
          { foreignKeyName: 'external_users_user_id_fkey'; columns: ['user_id']; isOneToOne: false; referencedRelation: 'users'; referencedColumns: ['id'] },
          { foreignKeyName: 'external_users_workspace_integration_id_fkey'; columns: ['workspace_integration_id']; isOneToOne: false; referencedRelation: 'workspace_integrations'; referencedColumns: ['id'] },
        ]
      }
      files: {
        Row: {
          created_at: string
          hash: string
          object_id: string
          size: number
          workspace_id: number
        }
        Insert: {
          created_at?: string
          hash: string
          object_id?: string
          size: number
          workspace_id: number
        }
        Update: {
          created_at?: string
          hash?: string
          object_id?: string
          size?: number
          workspace_id?: number
        }
        Relationships: [
          { foreignKeyName: 'files_workspace_id_fkey'; columns: ['workspace_id']; isOneToOne: false; referencedRelation: 'workspaces'; referencedColumns: ['id'] },
        ]
      }
      finding_waivers: {
        Row: {
          also_anchors: string[]
          anchor: string
          created_at: string
          created_by: number | null
          expires_on: string
          file: string
          id: number
          node_uri: string | null
          owner_id: number | null
          place: string
          project_id: number
          reason: string
          rule: string
          updated_at: string
          workspace_id: number
        }
        Insert: {
          also_anchors?: string[]
          anchor: string
          created_at?: string
          created_by?: number | null
          expires_on: string
          file: string
          id?: number
          node_uri?: string | null
          owner_id?: number | null
          place?: string
          project_id: number
          reason: string
          rule: string
          updated_at?: string
          workspace_id: number
        }
        Update: {
          also_anchors?: string[]
          anchor?: string
          created_at?: string
          created_by?: number | null
          expires_on?: string
          file?: string
          id?: number
          node_uri?: string | null
          owner_id?: number | null
          place?: string
          project_id?: number
          reason?: string
          rule?: string
          updated_at?: string
          workspace_id?: number
        }
        Relationships: [
          { foreignKeyName: 'finding_waivers_created_by_fkey'; columns: ['created_by']; isOneToOne: false; referencedRelation: 'users'; referencedColumns: ['id'] },
          { foreignKeyName: 'finding_waivers_owner_id_fkey'; columns: ['owner_id']; isOneToOne: false; referencedRelation: 'users'; referencedColumns: ['id'] },
          { foreignKeyName: 'finding_waivers_project_id_fkey'; columns: ['project_id']; isOneToOne: false; referencedRelation: 'projects'; referencedColumns: ['id'] },
        ]
      }
      findings: {
        Row: {
          anchor: string
          branch_id: number
          documentation_url: string | null
          end_column: number
          end_line: number
          file: string
          fingerprint: string
          found_at: string
          id: number
          message: string
          node_digest: string | null
          node_uri: string | null
          place: string
          pointer: string
          project_id: number
          rule: string
          same_key: string
          severity: string
          start_column: number
          start_line: number
          waiver_id: number | null
          workspace_id: number
        }
        Insert: {
          anchor: string
          branch_id: number
          documentation_url?: string | null
          end_column: number
          end_line: number
          file: string
          fingerprint: string
          found_at?: string
          id?: number
          message: string
          node_digest?: string | null
          node_uri?: string | null
          place: string
          pointer: string
          project_id: number
          rule: string
          same_key: string
          severity: string
          start_column: number
          start_line: number
          waiver_id?: number | null
          workspace_id: number
        }
        Update: {
          anchor?: string
          branch_id?: number
          documentation_url?: string | null
          end_column?: number
          end_line?: number
          file?: string
          fingerprint?: string
          found_at?: string
          id?: number
          message?: string
          node_digest?: string | null
          node_uri?: string | null
          place?: string
          pointer?: string
          project_id?: number
          rule?: string
          same_key?: string
          severity?: string
          start_column?: number
          start_line?: number
          waiver_id?: number | null
          workspace_id?: number
        }
        Relationships: [
          { foreignKeyName: 'findings_branch_id_project_id_fkey'; columns: ['branch_id', 'project_id']; isOneToOne: false; referencedRelation: 'branches'; referencedColumns: ['id', 'project_id'] },
          { foreignKeyName: 'findings_waiver_id_fkey'; columns: ['waiver_id']; isOneToOne: false; referencedRelation: 'finding_waivers'; referencedColumns: ['id'] },
        ]
      }
      group_admins: {
        Row: {
          created_at: string
          group_id: number
          user_id: number
        }
        Insert: {
          created_at?: string
          group_id: number
          user_id: number
        }
        Update: {
          created_at?: string
          group_id?: number
          user_id?: number
        }
        Relationships: [
          { foreignKeyName: 'group_admins_group_id_fkey'; columns: ['group_id']; isOneToOne: false; referencedRelation: 'groups'; referencedColumns: ['id'] },
          { foreignKeyName: 'group_admins_user_id_fkey'; columns: ['user_id']; isOneToOne: false; referencedRelation: 'users'; referencedColumns: ['id'] },
        ]
      }
      group_role_permissions: {
        Row: {
          permission: string
          role: string
        }
        Insert: {
          permission: string
          role: string
        }
        Update: {
          permission?: string
          role?: string
        }
        Relationships: []
      }
      groups: {
        Row: {
          created_at: string
          description: string
          icon: string
          icon_color: string
          id: number
          name: string
          slug: string
          updated_at: string
          visibility: string
          workspace_id: number
        }
        Insert: {
          created_at?: string
          description?: string
          icon?: string
          icon_color?: string
          id?: number
          name: string
          slug: string
          updated_at?: string
          visibility?: string
          workspace_id: number
        }
        Update: {
          created_at?: string
          description?: string
          icon?: string
          icon_color?: string
          id?: number
          name?: string
          slug?: string
          updated_at?: string
          visibility?: string
          workspace_id?: number
        }
        Relationships: [
          { foreignKeyName: 'groups_workspace_id_fkey'; columns: ['workspace_id']; isOneToOne: false; referencedRelation: 'workspaces'; referencedColumns: ['id'] },
        ]
      }
      join_requests: {
        Row: {
          created_at: string
          id: number
          is_denied: boolean
          user_id: number
          workspace_id: number
        }
        Insert: {
          created_at?: string
          id?: number
          is_denied?: boolean
          user_id: number
          workspace_id: number
        }
        Update: {
          created_at?: string
          id?: number
          is_denied?: boolean
          user_id?: number
          workspace_id?: number
        }
        Relationships: [
          { foreignKeyName: 'join_requests_user_id_fkey'; columns: ['user_id']; isOneToOne: false; referencedRelation: 'users'; referencedColumns: ['id'] },
          { foreignKeyName: 'join_requests_workspace_id_fkey'; columns: ['workspace_id']; isOneToOne: false; referencedRelation: 'workspaces'; referencedColumns: ['id'] },
        ]
      }
      machine_principals: {
        Row: {
          created_at: string
          creator_id: number | null
          id: number
          last_used_at: string | null
          name: string
          token_hash: string
          token_prefix: string
          workspace_id: number
        }
        Insert: {
          created_at?: string
          creator_id?: number | null
          id?: number
          last_used_at?: string | null
          name: string
          token_hash: string
          token_prefix: string
          workspace_id: number
        }
        Update: {
          created_at?: string
          creator_id?: number | null
          id?: number
          last_used_at?: string | null
          name?: string
          token_hash?: string
          token_prefix?: string
          workspace_id?: number
        }
        Relationships: [
          { foreignKeyName: 'machine_principals_creator_id_fkey'; columns: ['creator_id']; isOneToOne: false; referencedRelation: 'users'; referencedColumns: ['id'] },
          { foreignKeyName: 'machine_principals_workspace_id_fkey'; columns: ['workspace_id']; isOneToOne: false; referencedRelation: 'workspaces'; referencedColumns: ['id'] },
        ]
      }
      node_changes: {
        Row: {
          branch_id: number
          commit_hash: string | null
          compared_with: string
          created_at: string
          id: number
          is_hidden: boolean
          is_internal: boolean
          job_id: string | null
          message: string
          node_name: string
          node_type: string
          node_uri: string
          operation: string
          position: number
          rule: string
          semver: string
          value_after: string | null
          value_before: string | null
          workspace_id: number
        }
        Insert: {
          branch_id: number
          commit_hash?: string | null
          compared_with: string
          created_at?: string
          id?: number
          is_hidden?: boolean
          is_internal?: boolean
          job_id?: string | null
          message: string
          node_name?: string
          node_type: string
          node_uri: string
          operation: string
          position?: number
          rule?: string
          semver: string
          value_after?: string | null
          value_before?: string | null
          workspace_id: number
        }
        Update: {
          branch_id?: number
          commit_hash?: string | null
          compared_with?: string
          created_at?: string
          id?: number
          is_hidden?: boolean
          is_internal?: boolean
          job_id?: string | null
          message?: string
          node_name?: string
          node_type?: string
          node_uri?: string
          operation?: string
          position?: number
          rule?: string
          semver?: string
          value_after?: string | null
          value_before?: string | null
          workspace_id?: number
        }
        Relationships: [
          { foreignKeyName: 'node_changes_branch_id_fkey'; columns: ['branch_id']; isOneToOne: false; referencedRelation: 'branches'; referencedColumns: ['id'] },
          { foreignKeyName: 'node_changes_job_id_fkey'; columns: ['job_id']; isOneToOne: false; referencedRelation: 'task_logs'; referencedColumns: ['job_id'] },
        ]
      }
      node_edges: {
        Row: {
          branch_id: number
          from_uri: string
          id: number
          is_internal: boolean
          to_path: string | null
          to_uri: string
          type: string
        }
        Insert: {
          branch_id: number
          from_uri: string
          id?: number
          is_internal?: boolean
          to_path?: string | null
          to_uri: string
          type: string
        }
        Update: {
          branch_id?: number
          from_uri?: string
          id?: number
          is_internal?: boolean
          to_path?: string | null
          to_uri?: string
          type?: string
        }
        Relationships: [
          { foreignKeyName: 'node_edges_branch_id_fkey'; columns: ['branch_id']; isOneToOne: false; referencedRelation: 'branches'; referencedColumns: ['id'] },
        ]
      }
      node_stars: {
        Row: {
          created_at: string
          node_id: number
          user_id: number
        }
        Insert: {
          created_at?: string
          node_id: number
          user_id: number
        }
        Update: {
          created_at?: string
          node_id?: number
          user_id?: number
        }
        Relationships: [
          { foreignKeyName: 'node_stars_node_id_fkey'; columns: ['node_id']; isOneToOne: false; referencedRelation: 'nodes'; referencedColumns: ['id'] },
          { foreignKeyName: 'node_stars_user_id_fkey'; columns: ['user_id']; isOneToOne: false; referencedRelation: 'users'; referencedColumns: ['id'] },
        ]
      }
      nodes: {
        Row: {
          created_at: string
          id: number
          project_id: number
          type: string
          uri: string
        }
        Insert: {
          created_at?: string
          id?: number
          project_id: number
          type: string
          uri: string
        }
        Update: {
          created_at?: string
          id?: number
          project_id?: number
          type?: string
          uri?: string
        }
        Relationships: [
          { foreignKeyName: 'nodes_project_id_fkey'; columns: ['project_id']; isOneToOne: false; referencedRelation: 'projects'; referencedColumns: ['id'] },
        ]
      }
      overrides: {
        Row: {
          branch_id: number | null
          created_at: string
          created_by: number | null
          id: number
          is_hidden: boolean | null
          node_uri: string
          project_id: number
          summary: string | null
          title: string | null
          updated_at: string
          updated_by: number | null
        }
        Insert: {
          branch_id?: number | null
          created_at?: string
          created_by?: number | null
          id?: number
          is_hidden?: boolean | null
          node_uri: string
          project_id: number
          summary?: string | null
          title?: string | null
          updated_at?: string
          updated_by?: number | null
        }
        Update: {
          branch_id?: number | null
          created_at?: string
          created_by?: number | null
          id?: number
          is_hidden?: boolean | null
          node_uri?: string
          project_id?: number
          summary?: string | null
          title?: string | null
          updated_at?: string
          updated_by?: number | null
        }
        Relationships: [
          { foreignKeyName: 'overrides_branch_id_project_id_fkey'; columns: ['branch_id', 'project_id']; isOneToOne: false; referencedRelation: 'branches'; referencedColumns: ['id', 'project_id'] },
          { foreignKeyName: 'overrides_created_by_fkey'; columns: ['created_by']; isOneToOne: false; referencedRelation: 'users'; referencedColumns: ['id'] },
          { foreignKeyName: 'overrides_project_id_fkey'; columns: ['project_id']; isOneToOne: false; referencedRelation: 'projects'; referencedColumns: ['id'] },
          { foreignKeyName: 'overrides_updated_by_fkey'; columns: ['updated_by']; isOneToOne: false; referencedRelation: 'users'; referencedColumns: ['id'] },
        ]
      }
      project_members: {
        Row: {
          created_at: string
          project_id: number
          role: Database['public']['Enums']['project_member_role']
          user_id: number
        }
        Insert: {
          created_at?: string
          project_id: number
          role: Database['public']['Enums']['project_member_role']
          user_id: number
        }
        Update: {
          created_at?: string
          project_id?: number
          role?: Database['public']['Enums']['project_member_role']
          user_id?: number
        }
        Relationships: [
          { foreignKeyName: 'project_members_project_id_fkey'; columns: ['project_id']; isOneToOne: false; referencedRelation: 'projects'; referencedColumns: ['id'] },
          { foreignKeyName: 'project_members_user_id_fkey'; columns: ['user_id']; isOneToOne: false; referencedRelation: 'users'; referencedColumns: ['id'] },
        ]
      }
      project_pins: {
        Row: {
          created_at: string
          position: number
          project_id: number
          user_id: number
        }
        Insert: {
          created_at?: string
          position?: number
          project_id: number
          user_id: number
        }
        Update: {
          created_at?: string
          position?: number
          project_id?: number
          user_id?: number
        }
        Relationships: [
          { foreignKeyName: 'project_pins_project_id_fkey'; columns: ['project_id']; isOneToOne: false; referencedRelation: 'projects'; referencedColumns: ['id'] },
          { foreignKeyName: 'project_pins_user_id_fkey'; columns: ['user_id']; isOneToOne: false; referencedRelation: 'users'; referencedColumns: ['id'] },
        ]
      }
      project_repositories: {
        Row: {
          commit_statuses: boolean
          connected_by: number | null
          created_at: string
          default_branch: string
          external_id: string
          external_org_slug: string
          external_slug: string
          external_star_count: number | null
          is_reconnected: boolean
          project_id: number
          pull_request_comments: boolean
          remote_url_http: string
          remote_url_ssh: string | null
          updated_at: string
          webhook_external_id: string | null
          webhook_has_own_secret: boolean
          webhook_installed_at: string | null
          workspace_id: number
          workspace_integration_id: number | null
        }
        Insert: {
          commit_statuses?: boolean
          connected_by?: number | null
          created_at?: string
          default_branch: string
          external_id: string
          external_org_slug?: string
          external_slug: string
          external_star_count?: number | null
          is_reconnected?: boolean
          project_id: number
          pull_request_comments?: boolean
          remote_url_http: string
          remote_url_ssh?: string | null
          updated_at?: string
          webhook_external_id?: string | null
          webhook_has_own_secret?: boolean
          webhook_installed_at?: string | null
          workspace_id: number
          workspace_integration_id?: number | null
        }
        Update: {
          commit_statuses?: boolean
          connected_by?: number | null
          created_at?: string
          default_branch?: string
          external_id?: string
          external_org_slug?: string
          external_slug?: string
          external_star_count?: number | null
          is_reconnected?: boolean
          project_id?: number
          pull_request_comments?: boolean
          remote_url_http?: string
          remote_url_ssh?: string | null
          updated_at?: string
          webhook_external_id?: string | null
          webhook_has_own_secret?: boolean
          webhook_installed_at?: string | null
          workspace_id?: number
          workspace_integration_id?: number | null
        }
        Relationships: [
          { foreignKeyName: 'project_repositories_connected_by_fkey'; columns: ['connected_by']; isOneToOne: false; referencedRelation: 'users'; referencedColumns: ['id'] },
          { foreignKeyName: 'project_repositories_project_id_workspace_id_fkey'; columns: ['project_id', 'workspace_id']; isOneToOne: false; referencedRelation: 'projects'; referencedColumns: ['id', 'workspace_id'] },
          { foreignKeyName: 'project_repositories_workspace_integration_id_workspace_id_fkey'; columns: ['workspace_integration_id', 'workspace_id']; isOneToOne: false; referencedRelation: 'workspace_integrations'; referencedColumns: ['id', 'workspace_id'] },
        ]
      }
      project_role_permissions: {
        Row: {
          permission: string
          role: Database['public']['Enums']['project_role']
        }
        Insert: {
          permission: string
          role: Database['public']['Enums']['project_role']
        }
        Update: {
          permission?: string
          role?: Database['public']['Enums']['project_role']
        }
        Relationships: []
      }
      project_service_accounts: {
        Row: {
          created_at: string
          created_by: number | null
          credentials_type: string
          id: number
          kind: string
          name: string
          project_id: number
          updated_at: string
          username: string
        }
        Insert: {
          created_at?: string
          created_by?: number | null
          credentials_type?: string
          id?: number
          kind: string
          name: string
          project_id: number
          updated_at?: string
          username: string
        }
        Update: {
          created_at?: string
          created_by?: number | null
          credentials_type?: string
          id?: number
          kind?: string
          name?: string
          project_id?: number
          updated_at?: string
          username?: string
        }
        Relationships: [
          { foreignKeyName: 'project_service_accounts_created_by_fkey'; columns: ['created_by']; isOneToOne: false; referencedRelation: 'users'; referencedColumns: ['id'] },
          { foreignKeyName: 'project_service_accounts_project_id_fkey'; columns: ['project_id']; isOneToOne: true; referencedRelation: 'projects'; referencedColumns: ['id'] },
        ]
      }
      project_slugs: {
        Row: {
          created_at: string
          project_id: number
          slug: string
          workspace_id: number
        }
        Insert: {
          created_at?: string
          project_id: number
          slug: string
          workspace_id: number
        }
        Update: {
          created_at?: string
          project_id?: number
          slug?: string
          workspace_id?: number
        }
        Relationships: [
          { foreignKeyName: 'project_slugs_project_id_fkey'; columns: ['project_id']; isOneToOne: false; referencedRelation: 'projects'; referencedColumns: ['id'] },
          { foreignKeyName: 'project_slugs_workspace_id_fkey'; columns: ['workspace_id']; isOneToOne: false; referencedRelation: 'workspaces'; referencedColumns: ['id'] },
        ]
      }
      project_style_guides: {
        Row: {
          created_at: string
          position: number
          project_id: number
          release_id: number | null
          style_guide_project_id: number
          workspace_id: number
        }
        Insert: {
          created_at?: string
          position: number
          project_id: number
          release_id?: number | null
          style_guide_project_id: number
          workspace_id: number
        }
        Update: {
          created_at?: string
          position?: number
          project_id?: number
          release_id?: number | null
          style_guide_project_id?: number
          workspace_id?: number
        }
        Relationships: [
          { foreignKeyName: 'project_style_guides_project_id_workspace_id_fkey'; columns: ['project_id', 'workspace_id']; isOneToOne: false; referencedRelation: 'projects'; referencedColumns: ['id', 'workspace_id'] },
          { foreignKeyName: 'project_style_guides_release_fkey'; columns: ['release_id']; isOneToOne: false; referencedRelation: 'releases'; referencedColumns: ['id'] },
          { foreignKeyName: 'project_style_guides_style_guide_project_id_workspace_id_fkey'; columns: ['style_guide_project_id', 'workspace_id']; isOneToOne: false; referencedRelation: 'projects'; referencedColumns: ['id', 'workspace_id'] },
        ]
      }
      project_teams: {
        Row: {
          created_at: string
          project_id: number
          role: Database['public']['Enums']['project_team_role']
          team_id: number
        }
        Insert: {
          created_at?: string
          project_id: number
          role: Database['public']['Enums']['project_team_role']
          team_id: number
        }
        Update: {
          created_at?: string
          project_id?: number
          role?: Database['public']['Enums']['project_team_role']
          team_id?: number
        }
        Relationships: [
          { foreignKeyName: 'project_teams_project_id_fkey'; columns: ['project_id']; isOneToOne: false; referencedRelation: 'projects'; referencedColumns: ['id'] },
          { foreignKeyName: 'project_teams_team_id_fkey'; columns: ['team_id']; isOneToOne: false; referencedRelation: 'teams'; referencedColumns: ['id'] },
        ]
      }
      projects: {
        Row: {
          auto_invite_committers: boolean
          created_at: string
          creator_id: number | null
          default_branch_id: number | null
          description: string
          flavor: string
          group_id: number | null
          icon_color: string
          icon_name: string
          id: number
          is_design_library: boolean
          is_open: boolean
          is_read_only: boolean
          name: string
          slug: string
          type: string
          updated_at: string
          use_legacy_exporter: boolean
          visibility: string
          workspace_id: number
        }
        Insert: {
          auto_invite_committers?: boolean
          created_at?: string
          creator_id?: number | null
          default_branch_id?: number | null
          description?: string
          flavor?: string
          group_id?: number | null
          icon_color?: string
          icon_name?: string
          id?: number
          is_design_library?: boolean
          is_open?: boolean
          is_read_only?: boolean
          name: string
          slug: string
          type?: string
          updated_at?: string
          use_legacy_exporter?: boolean
          visibility?: string
          workspace_id: number
        }
        Update: {
          auto_invite_committers?: boolean
          created_at?: string
          creator_id?: number | null
          default_branch_id?: number | null
          description?: string
          flavor?: string
          group_id?: number | null
          icon_color?: string
          icon_name?: string
          id?: number
          is_design_library?: boolean
          is_open?: boolean
          is_read_only?: boolean
          name?: string
          slug?: string
          type?: string
          updated_at?: string
          use_legacy_exporter?: boolean
          visibility?: string
          workspace_id?: number
        }
        Relationships: [
          { foreignKeyName: 'projects_creator_id_fkey'; columns: ['creator_id']; isOneToOne: false; referencedRelation: 'users'; referencedColumns: ['id'] },
          { foreignKeyName: 'projects_default_branch_id_id_fkey'; columns: ['default_branch_id', 'id']; isOneToOne: false; referencedRelation: 'branches'; referencedColumns: ['id', 'project_id'] },
          { foreignKeyName: 'projects_group_id_workspace_id_fkey'; columns: ['group_id', 'workspace_id']; isOneToOne: false; referencedRelation: 'groups'; referencedColumns: ['id', 'workspace_id'] },
          { foreignKeyName: 'projects_workspace_id_fkey'; columns: ['workspace_id']; isOneToOne: false; referencedRelation: 'workspaces'; referencedColumns: ['id'] },
        ]
      }
      proposals: {
        Row: {
          author_id: number | null
          baseline_branch_id: number | null
          baseline_name: string
          branch_id: number | null
          branch_name: string
          branch_slug: string
          changelog: string | null
          created_at: string
          description: string
          ended_at: string | null
          ended_by: number | null
          id: number
          project_id: number
          pull_request: number | null
          status: string
          title: string
          updated_at: string
          workspace_id: number
        }
        Insert: {
          author_id?: number | null
          baseline_branch_id?: number | null
          baseline_name: string
          branch_id?: number | null
          branch_name: string
          branch_slug: string
          changelog?: string | null
          created_at?: string
          description?: string
          ended_at?: string | null
          ended_by?: number | null
          id?: number
          project_id: number
          pull_request?: number | null
          status?: string
          title: string
          updated_at?: string
          workspace_id: number
        }
        Update: {
          author_id?: number | null
          baseline_branch_id?: number | null
          baseline_name?: string
          branch_id?: number | null
          branch_name?: string
          branch_slug?: string
          changelog?: string | null
          created_at?: string
          description?: string
          ended_at?: string | null
          ended_by?: number | null
          id?: number
          project_id?: number
          pull_request?: number | null
          status?: string
          title?: string
          updated_at?: string
          workspace_id?: number
        }
        Relationships: [
          { foreignKeyName: 'proposals_author_id_fkey'; columns: ['author_id']; isOneToOne: false; referencedRelation: 'users'; referencedColumns: ['id'] },
          { foreignKeyName: 'proposals_baseline_branch_id_project_id_fkey'; columns: ['baseline_branch_id', 'project_id']; isOneToOne: false; referencedRelation: 'branches'; referencedColumns: ['id', 'project_id'] },
          { foreignKeyName: 'proposals_branch_id_project_id_fkey'; columns: ['branch_id', 'project_id']; isOneToOne: false; referencedRelation: 'branches'; referencedColumns: ['id', 'project_id'] },
          { foreignKeyName: 'proposals_ended_by_fkey'; columns: ['ended_by']; isOneToOne: false; referencedRelation: 'users'; referencedColumns: ['id'] },
          { foreignKeyName: 'proposals_project_id_fkey'; columns: ['project_id']; isOneToOne: false; referencedRelation: 'projects'; referencedColumns: ['id'] },
          { foreignKeyName: 'proposals_workspace_id_fkey'; columns: ['workspace_id']; isOneToOne: false; referencedRelation: 'workspaces'; referencedColumns: ['id'] },
        ]
      }
      releases: {
        Row: {
          analyzed_at: string
          author_id: number | null
          branch_id: number
          commit_hash: string | null
          created_at: string
          id: number
          is_prerelease: boolean
          notes: string
          precedence: string
          project_id: number
          version: string
        }
        Insert: {
          analyzed_at: string
          author_id?: number | null
          branch_id: number
          commit_hash?: string | null
          created_at?: string
          id?: number
          is_prerelease?: never
          notes?: string
          precedence?: never
          project_id: number
          version: string
        }
        Update: {
          analyzed_at?: string
          author_id?: number | null
          branch_id?: number
          commit_hash?: string | null
          created_at?: string
          id?: number
          is_prerelease?: never
          notes?: string
          precedence?: never
          project_id?: number
          version?: string
        }
        Relationships: [
          { foreignKeyName: 'releases_author_id_fkey'; columns: ['author_id']; isOneToOne: false; referencedRelation: 'users'; referencedColumns: ['id'] },
          { foreignKeyName: 'releases_branch_id_project_id_fkey'; columns: ['branch_id', 'project_id']; isOneToOne: false; referencedRelation: 'branches'; referencedColumns: ['id', 'project_id'] },
        ]
      }
      snapshots: {
        Row: {
          created_at: string
          data: Json
          hash: string
          size: number
          workspace_id: number
        }
        Insert: {
          created_at?: string
          data: Json
          hash: string
          size: number
          workspace_id: number
        }
        Update: {
          created_at?: string
          data?: Json
          hash?: string
          size?: number
          workspace_id?: number
        }
        Relationships: [
          { foreignKeyName: 'snapshots_workspace_id_fkey'; columns: ['workspace_id']; isOneToOne: false; referencedRelation: 'workspaces'; referencedColumns: ['id'] },
        ]
      }
      task_log_lines: {
        Row: {
          at: string
          column_number: number | null
          job_id: string
          level: string
          line_number: number | null
          message: string
          path: string | null
          rule: string | null
          seq: number
        }
        Insert: {
          at?: string
          column_number?: number | null
          job_id: string
          level: string
          line_number?: number | null
          message: string
          path?: string | null
          rule?: string | null
          seq: number
        }
        Update: {
          at?: string
          column_number?: number | null
          job_id?: string
          level?: string
          line_number?: number | null
          message?: string
          path?: string | null
          rule?: string | null
          seq?: number
        }
        Relationships: [
          { foreignKeyName: 'task_log_lines_job_id_fkey'; columns: ['job_id']; isOneToOne: false; referencedRelation: 'task_logs'; referencedColumns: ['job_id'] },
        ]
      }
      task_logs: {
        Row: {
          branch_id: number | null
          branch_ref: string | null
          commit_hash: string | null
          created_at: string
          created_by: number | null
          duration_ms: number | null
          event: string | null
          job_id: string
          payload: Json
          project_id: number | null
          pull_request: Json | null
          source: string
          started_at: string | null
          status: string
          task_id: string
          workspace_id: number
        }
        Insert: {
          branch_id?: number | null
          branch_ref?: string | null
          commit_hash?: string | null
          created_at?: string
          created_by?: number | null
          duration_ms?: number | null
          event?: string | null
          job_id?: string
          payload?: Json
          project_id?: number | null
          pull_request?: Json | null
          source?: string
          started_at?: string | null
          status?: string
          task_id: string
          workspace_id: number
        }
        Update: {
          branch_id?: number | null
          branch_ref?: string | null
          commit_hash?: string | null
          created_at?: string
          created_by?: number | null
          duration_ms?: number | null
          event?: string | null
          job_id?: string
          payload?: Json
          project_id?: number | null
          pull_request?: Json | null
          source?: string
          started_at?: string | null
          status?: string
          task_id?: string
          workspace_id?: number
        }
        Relationships: [
          { foreignKeyName: 'task_logs_branch_id_fkey'; columns: ['branch_id']; isOneToOne: false; referencedRelation: 'branches'; referencedColumns: ['id'] },
          { foreignKeyName: 'task_logs_created_by_fkey'; columns: ['created_by']; isOneToOne: false; referencedRelation: 'users'; referencedColumns: ['id'] },
          { foreignKeyName: 'task_logs_project_id_fkey'; columns: ['project_id']; isOneToOne: false; referencedRelation: 'projects'; referencedColumns: ['id'] },
          { foreignKeyName: 'task_logs_workspace_id_fkey'; columns: ['workspace_id']; isOneToOne: false; referencedRelation: 'workspaces'; referencedColumns: ['id'] },
        ]
      }
      team_members: {
        Row: {
          created_at: string
          role: Database['public']['Enums']['team_role']
          team_id: number
          user_id: number
        }
        Insert: {
          created_at?: string
          role?: Database['public']['Enums']['team_role']
          team_id: number
          user_id: number
        }
        Update: {
          created_at?: string
          role?: Database['public']['Enums']['team_role']
          team_id?: number
          user_id?: number
        }
        Relationships: [
          { foreignKeyName: 'team_members_team_id_fkey'; columns: ['team_id']; isOneToOne: false; referencedRelation: 'teams'; referencedColumns: ['id'] },
          { foreignKeyName: 'team_members_user_id_fkey'; columns: ['user_id']; isOneToOne: false; referencedRelation: 'users'; referencedColumns: ['id'] },
        ]
      }
      team_role_permissions: {
        Row: {
          permission: string
          role: string
        }
        Insert: {
          permission: string
          role: string
        }
        Update: {
          permission?: string
          role?: string
        }
        Relationships: []
      }
      teams: {
        Row: {
          created_at: string
          description: string
          icon: string
          icon_color: string
          id: number
          name: string
          slug: string
          updated_at: string
          workspace_id: number
        }
        Insert: {
          created_at?: string
          description?: string
          icon?: string
          icon_color?: string
          id?: number
          name: string
          slug: string
          updated_at?: string
          workspace_id: number
        }
        Update: {
          created_at?: string
          description?: string
          icon?: string
          icon_color?: string
          id?: number
          name?: string
          slug?: string
          updated_at?: string
          workspace_id?: number
        }
        Relationships: [
          { foreignKeyName: 'teams_workspace_id_fkey'; columns: ['workspace_id']; isOneToOne: false; referencedRelation: 'workspaces'; referencedColumns: ['id'] },
        ]
      }
      users: {
        Row: {
          auth_id: string
          avatar_url: string | null
          created_at: string
          first_name: string
          has_password: boolean
          id: number
          is_account_info_collected: boolean
          is_site_admin: boolean
          last_name: string
          last_seen_at: string | null
          survey: Json
          timezone: string | null
          updated_at: string
          username: string
        }
        Insert: {
          auth_id: string
          avatar_url?: string | null
          created_at?: string
          first_name?: string
          has_password?: boolean
          id?: number
          is_account_info_collected?: boolean
          is_site_admin?: boolean
          last_name?: string
          last_seen_at?: string | null
          survey?: Json
          timezone?: string | null
          updated_at?: string
          username: string
        }
        Update: {
          auth_id?: string
          avatar_url?: string | null
          created_at?: string
          first_name?: string
          has_password?: boolean
          id?: number
          is_account_info_collected?: boolean
          is_site_admin?: boolean
          last_name?: string
          last_seen_at?: string | null
          survey?: Json
          timezone?: string | null
          updated_at?: string
          username?: string
        }
        Relationships: []
      }
      webhook_deliveries: {
        Row: {
          delivery_id: string
          event: string
          id: number
          job_id: string | null
          outcome: string
          project_id: number | null
          reason: string | null
          received_at: string
          ref: string | null
          repository: string | null
          workspace_id: number
          workspace_integration_id: number
        }
        Insert: {
          delivery_id: string
          event: string
          id?: number
          job_id?: string | null
          outcome: string
          project_id?: number | null
          reason?: string | null
          received_at?: string
          ref?: string | null
          repository?: string | null
          workspace_id: number
          workspace_integration_id: number
        }
        Update: {
          delivery_id?: string
          event?: string
          id?: number
          job_id?: string | null
          outcome?: string
          project_id?: number | null
          reason?: string | null
          received_at?: string
          ref?: string | null
          repository?: string | null
          workspace_id?: number
          workspace_integration_id?: number
        }
        Relationships: [
          { foreignKeyName: 'webhook_deliveries_job_id_fkey'; columns: ['job_id']; isOneToOne: false; referencedRelation: 'task_logs'; referencedColumns: ['job_id'] },
          { foreignKeyName: 'webhook_deliveries_project_id_fkey'; columns: ['project_id']; isOneToOne: false; referencedRelation: 'projects'; referencedColumns: ['id'] },
          { foreignKeyName: 'webhook_deliveries_workspace_id_fkey'; columns: ['workspace_id']; isOneToOne: false; referencedRelation: 'workspaces'; referencedColumns: ['id'] },
          { foreignKeyName: 'webhook_deliveries_workspace_integration_id_fkey'; columns: ['workspace_integration_id']; isOneToOne: false; referencedRelation: 'workspace_integrations'; referencedColumns: ['id'] },
        ]
      }
      workspace_default_style_guides: {
        Row: {
          created_at: string
          project_id: number
          workspace_id: number
        }
        Insert: {
          created_at?: string
          project_id: number
          workspace_id: number
        }
        Update: {
          created_at?: string
          project_id?: number
          workspace_id?: number
        }
        Relationships: [
          { foreignKeyName: 'workspace_default_style_guides_project_id_workspace_id_fkey'; columns: ['project_id', 'workspace_id']; isOneToOne: true; referencedRelation: 'projects'; referencedColumns: ['id', 'workspace_id'] },
          { foreignKeyName: 'workspace_default_style_guides_workspace_id_fkey'; columns: ['workspace_id']; isOneToOne: false; referencedRelation: 'workspaces'; referencedColumns: ['id'] },
        ]
      }
      workspace_integrations: {
        Row: {
          allow_user_login: boolean
          allow_user_register: boolean
          callback_key: string
          config: Json
          config_type: string
          created_at: string
          enabled: boolean
          has_secrets: boolean
          id: number
          is_default_idp: boolean
          kind: string
          name: string
          updated_at: string
          workspace_id: number
        }
        Insert: {
          allow_user_login?: boolean
          allow_user_register?: boolean
          callback_key?: string
          config?: Json
          config_type?: string
          created_at?: string
          enabled?: boolean
          has_secrets?: boolean
          id?: number
          is_default_idp?: never
          kind: string
          name: string
          updated_at?: string
          workspace_id: number
        }
        Update: {
          allow_user_login?: boolean
          allow_user_register?: boolean
          callback_key?: string
          config?: Json
          config_type?: string
          created_at?: string
          enabled?: boolean
          has_secrets?: boolean
          id?: number
          is_default_idp?: never
          kind?: string
          name?: string
          updated_at?: string
          workspace_id?: number
        }
        Relationships: [
          { foreignKeyName: 'workspace_integrations_workspace_id_fkey'; columns: ['workspace_id']; isOneToOne: false; referencedRelation: 'workspaces'; referencedColumns: ['id'] },
        ]
      }
      workspace_invitation_groups: {
        Row: {
          group_id: number
          invitation_id: number
        }
        Insert: {
          group_id: number
          invitation_id: number
        }
        Update: {
          group_id?: number
          invitation_id?: number
        }
        Relationships: [
          { foreignKeyName: 'workspace_invitation_groups_group_id_fkey'; columns: ['group_id']; isOneToOne: false; referencedRelation: 'groups'; referencedColumns: ['id'] },
          { foreignKeyName: 'workspace_invitation_groups_invitation_id_fkey'; columns: ['invitation_id']; isOneToOne: false; referencedRelation: 'workspace_invitations'; referencedColumns: ['id'] },
        ]
      }
      workspace_invitation_projects: {
        Row: {
          invitation_id: number
          project_id: number
          role: Database['public']['Enums']['project_member_role']
        }
        Insert: {
          invitation_id: number
          project_id: number
          role: Database['public']['Enums']['project_member_role']
        }
        Update: {
          invitation_id?: number
          project_id?: number
          role?: Database['public']['Enums']['project_member_role']
        }
        Relationships: [
          { foreignKeyName: 'workspace_invitation_projects_invitation_id_fkey'; columns: ['invitation_id']; isOneToOne: false; referencedRelation: 'workspace_invitations'; referencedColumns: ['id'] },
          { foreignKeyName: 'workspace_invitation_projects_project_id_fkey'; columns: ['project_id']; isOneToOne: false; referencedRelation: 'projects'; referencedColumns: ['id'] },
        ]
      }
      workspace_invitation_teams: {
        Row: {
          invitation_id: number
          role: Database['public']['Enums']['team_role']
          team_id: number
        }
        Insert: {
          invitation_id: number
          role?: Database['public']['Enums']['team_role']
          team_id: number
        }
        Update: {
          invitation_id?: number
          role?: Database['public']['Enums']['team_role']
          team_id?: number
        }
        Relationships: [
          { foreignKeyName: 'workspace_invitation_teams_invitation_id_fkey'; columns: ['invitation_id']; isOneToOne: false; referencedRelation: 'workspace_invitations'; referencedColumns: ['id'] },
          { foreignKeyName: 'workspace_invitation_teams_team_id_fkey'; columns: ['team_id']; isOneToOne: false; referencedRelation: 'teams'; referencedColumns: ['id'] },
        ]
      }
      workspace_invitations: {
        Row: {
          accepted_at: string | null
          accepted_by: number | null
          created_at: string
          declined_at: string | null
          email: string
          expires_at: string
          id: number
          invited_by: number | null
          last_sent_at: string
          revoked_at: string | null
          role: Database['public']['Enums']['workspace_role']
          token_hash: string
          workspace_id: number
        }
        Insert: {
          accepted_at?: string | null
          accepted_by?: number | null
          created_at?: string
          declined_at?: string | null
          email: string
          expires_at?: string
          id?: number
          invited_by?: number | null
          last_sent_at?: string
          revoked_at?: string | null
          role?: Database['public']['Enums']['workspace_role']
          token_hash: string
          workspace_id: number
        }
        Update: {
          accepted_at?: string | null
          accepted_by?: number | null
          created_at?: string
          declined_at?: string | null
          email?: string
          expires_at?: string
          id?: number
          invited_by?: number | null
          last_sent_at?: string
          revoked_at?: string | null
          role?: Database['public']['Enums']['workspace_role']
          token_hash?: string
          workspace_id?: number
        }
        Relationships: [
          { foreignKeyName: 'workspace_invitations_accepted_by_fkey'; columns: ['accepted_by']; isOneToOne: false; referencedRelation: 'users'; referencedColumns: ['id'] },
          { foreignKeyName: 'workspace_invitations_invited_by_fkey'; columns: ['invited_by']; isOneToOne: false; referencedRelation: 'users'; referencedColumns: ['id'] },
          { foreignKeyName: 'workspace_invitations_workspace_id_fkey'; columns: ['workspace_id']; isOneToOne: false; referencedRelation: 'workspaces'; referencedColumns: ['id'] },
        ]
      }
      workspace_members: {
        Row: {
          auth_id: string
          by_provider: boolean
          created_at: string
          is_active: boolean
          last_seen_at: string | null
          receive_daily_summary: boolean
          receive_mentions: boolean
          role: Database['public']['Enums']['workspace_role']
          updated_at: string
          user_id: number
          was_given: boolean
          workspace_id: number
        }
        Insert: {
          auth_id: string
          by_provider?: boolean
          created_at?: string
          is_active?: boolean
          last_seen_at?: string | null
          receive_daily_summary?: boolean
          receive_mentions?: boolean
          role: Database['public']['Enums']['workspace_role']
          updated_at?: string
          user_id: number
          was_given?: boolean
          workspace_id: number
        }
        Update: {
          auth_id?: string
          by_provider?: boolean
          created_at?: string
          is_active?: boolean
          last_seen_at?: string | null
          receive_daily_summary?: boolean
          receive_mentions?: boolean
          role?: Database['public']['Enums']['workspace_role']
          updated_at?: string
          user_id?: number
          was_given?: boolean
          workspace_id?: number
        }
        Relationships: [
          { foreignKeyName: 'workspace_members_user_id_fkey'; columns: ['user_id']; isOneToOne: false; referencedRelation: 'users'; referencedColumns: ['id'] },
          { foreignKeyName: 'workspace_members_workspace_id_fkey'; columns: ['workspace_id']; isOneToOne: false; referencedRelation: 'workspaces'; referencedColumns: ['id'] },
        ]
      }
      workspace_role_permissions: {
        Row: {
          permission: string
          role: string
        }
        Insert: {
          permission: string
          role: string
        }
        Update: {
          permission?: string
          role?: string
        }
        Relationships: []
      }
      workspace_role_project_roles: {
        Row: {
          highest_role: Database['public']['Enums']['project_role']
          implied_role: Database['public']['Enums']['project_role'] | null
          inherited_role: Database['public']['Enums']['project_role']
          workspace_role: Database['public']['Enums']['workspace_role']
        }
        Insert: {
          highest_role: Database['public']['Enums']['project_role']
          implied_role?: Database['public']['Enums']['project_role'] | null
          inherited_role: Database['public']['Enums']['project_role']
          workspace_role: Database['public']['Enums']['workspace_role']
        }
        Update: {
          highest_role?: Database['public']['Enums']['project_role']
          implied_role?: Database['public']['Enums']['project_role'] | null
          inherited_role?: Database['public']['Enums']['project_role']
          workspace_role?: Database['public']['Enums']['workspace_role']
        }
        Relationships: []
      }
      workspaces: {
        Row: {
          allow_public_projects: boolean
          allow_search_indexing: boolean
          allow_web_projects: boolean
          created_at: string
          delete_at: string | null
          disable_cookie_tracking: boolean
          disable_default_styleguide_editing: boolean
          domain: string | null
          favicon_url: string | null
          google_tag_manager: string | null
          guests_receive_daily_digest: boolean
          hide_powered_by: boolean
          hide_sign_in: boolean
          home_content: string | null
          id: number
          idle_timeout_seconds: number | null
          join_requests_disabled: boolean
          localizejs: string | null
          lock_at: string | null
          lock_reason: string | null
          locked: boolean
          logo_url: string | null
          migrated_from_next: boolean
          name: string
          redirects: string | null
          show_tryit: boolean
          show_tryit_mock_server: boolean
          show_userway: boolean
          slug: string
          theme: Json
          updated_at: string
          use_automatic_ssg_conversion: boolean
        }
        Insert: {
          allow_public_projects?: boolean
          allow_search_indexing?: boolean
          allow_web_projects?: boolean
          created_at?: string
          delete_at?: string | null
          disable_cookie_tracking?: boolean
          disable_default_styleguide_editing?: boolean
          domain?: string | null
          favicon_url?: string | null
          google_tag_manager?: string | null
          guests_receive_daily_digest?: boolean
          hide_powered_by?: boolean
          hide_sign_in?: boolean
          home_content?: string | null
          id?: number
          idle_timeout_seconds?: number | null
          join_requests_disabled?: boolean
          localizejs?: string | null
          lock_at?: string | null
          lock_reason?: string | null
          locked?: boolean
          logo_url?: string | null
          migrated_from_next?: boolean
          name: string
          redirects?: string | null
          show_tryit?: boolean
          show_tryit_mock_server?: boolean
          show_userway?: boolean
          slug: string
          theme?: Json
          updated_at?: string
          use_automatic_ssg_conversion?: boolean
        }
        Update: {
          allow_public_projects?: boolean
          allow_search_indexing?: boolean
          allow_web_projects?: boolean
          created_at?: string
          delete_at?: string | null
          disable_cookie_tracking?: boolean
          disable_default_styleguide_editing?: boolean
          domain?: string | null
          favicon_url?: string | null
          google_tag_manager?: string | null
          guests_receive_daily_digest?: boolean
          hide_powered_by?: boolean
          hide_sign_in?: boolean
          home_content?: string | null
          id?: number
          idle_timeout_seconds?: number | null
          join_requests_disabled?: boolean
          localizejs?: string | null
          lock_at?: string | null
          lock_reason?: string | null
          locked?: boolean
          logo_url?: string | null
          migrated_from_next?: boolean
          name?: string
          redirects?: string | null
          show_tryit?: boolean
          show_tryit_mock_server?: boolean
          show_userway?: boolean
          slug?: string
          theme?: Json
          updated_at?: string
          use_automatic_ssg_conversion?: boolean
        }
        Relationships: []
      }
    }
    Views: { [_ in never]: never }
    Functions: {
      _is_default_style_guide: {
        Args: {
          project: Database['public']['Tables']['projects']['Row']
        }
        Returns: boolean
      }
      _latest_release: {
        Args: {
          project: Database['public']['Tables']['projects']['Row']
        }
        Returns: string
      }
      add_approved_domain: {
        Args: {
          p_domain: string
          p_role?: Database['public']['Enums']['workspace_role']
          p_workspace_id: number
        }
        Returns: Database['public']['Tables']['approved_domains']['Row']
      }
      add_email: {
        Args: {
          p_email: string
        }
        Returns: Json
      }
      add_group_admin: {
        Args: {
          p_email?: string
          p_group_id: number
          p_user_id?: number
        }
        Returns: Database['public']['CompositeTypes']['placement']
      }
      add_project_member: {
        Args: {
          p_email: string
          p_project_id: number
          p_role?: Database['public']['Enums']['project_member_role']
          p_workspace_role?: Database['public']['Enums']['workspace_role']
        }
        Returns: Database['public']['CompositeTypes']['placement']
      }
      add_project_members: {
        Args: {
          p_members: Json
          p_project_id: number
        }
        Returns: Database['public']['CompositeTypes']['bulk_answer']
      }
      added_repositories: {
        Args: {
          p_external_ids: string[]
          p_integration_id: number
        }
        Returns: string[]
      }
      allow_oauth_client: {
        Args: {
          p_challenge: string
          p_client_id: string
          p_redirect_uri: string
          p_resource?: string
          p_workspace_id: number
        }
        Returns: string
      }
      answer_device_request: {
        Args: {
          p_allow: boolean
          p_code: string
        }
        Returns: Json
      }
      append_updates: {
        Args: {
          p_document_id: string
          p_epoch: number
          p_updates: Json
        }
        Returns: Database['public']['CompositeTypes']['kept_update'][]
      }
      apply_proposal_suggestion: {
        Args: {
          p_comment_id: number
          p_document_id: string
          p_epoch: number
          p_key: string
          p_seq: number
          p_update: string
        }
        Returns: string
      }
      ask_reviewer: {
        Args: {
          p_is_required?: boolean
          p_proposal_id: number
          p_team_id?: number
          p_user_id?: number
        }
        Returns: undefined
      }
      assignable_roles: {
        Args: {
          p_user_id?: number
          p_workspace_id: number
        }
        Returns: Database['public']['CompositeTypes']['assignable_role'][]
      }
      audit_trail: {
        Args: {
          p_after?: number
          p_limit?: number
          p_workspace_id: number
        }
        Returns: Database['public']['CompositeTypes']['audit_event'][]
      }
      audit_webhook_of: {
        Args: {
          p_workspace_id: number
        }
        Returns: Json
      }
      branch_changelog: {
        Args: {
          p_branch_id: number
          p_compared_with?: string
          p_depth?: number
          p_direction?: string
          p_limit?: number
          p_offset?: number
          p_uri?: string
        }
        Returns: Json
      }
      branch_comments: {
        Args: {
          p_branch_id: number
        }
        Returns: Database['public']['CompositeTypes']['comment_thread'][]
      }
      branch_contents: {
        Args: {
          p_branch_id: number
          p_slug?: string
          p_ways?: string[]
        }
        Returns: Json
      }
      branch_image: {
        Args: {
          p_branch_id: number
          p_path: string
        }
        Returns: Database['public']['CompositeTypes']['branch_image'][]
      }
      branch_node: {
        Args: {
          p_branch_id: number
          p_slug: string
        }
        Returns: Json
      }
      branch_node_by_uri: {
        Args: {
          p_branch_id: number
          p_uri: string
        }
        Returns: Json
      }
      branch_node_edges: {
        Args: {
          p_branch_id: number
          p_depth?: number
          p_direction?: string
          p_uri: string
        }
        Returns: Json
      }
      branch_problems: {
        Args: {
          p_branch_id: number
          p_limit?: number
          p_offset?: number
          p_only?: string
          p_rule?: string
          p_search?: string
          p_severities?: string[]
          p_uri?: string
        }
        Returns: Json
      }
      branch_share: {
        Args: {
          p_branch_id: number
        }
        Returns: Database['public']['CompositeTypes']['branch_share']
      }
      branch_toc: {
        Args: {
          p_branch_id: number
        }
        Returns: Json
      }
      branch_try_it: {
        Args: {
          p_branch_id: number
        }
        Returns: Database['public']['CompositeTypes']['branch_try_it'][]
      }
      cancel_workspace_deletion: {
        Args: {
          p_workspace_id: number
        }
        Returns: undefined
      }
      change_member_role: {
        Args: {
          p_role: Database['public']['Enums']['workspace_role']
          p_user_id: number
          p_workspace_id: number
        }
        Returns: undefined
      }
      change_member_roles: {
        Args: {
          p_role: Database['public']['Enums']['workspace_role']
          p_user_ids: number[]
          p_workspace_id: number
        }
        Returns: Database['public']['CompositeTypes']['bulk_answer']
      }
      check_connecting: {
        Args: {
          p_integration_id: number
        }
        Returns: boolean
      }
      check_custom_domain: {
        Args: {
          p_workspace_id: number
        }
        Returns: Database['public']['CompositeTypes']['custom_domain']
      }
      check_migration: {
        Args: {
          p_source: string
          p_workspace_id: number
        }
        Returns: boolean
      }
      check_picture_upload: {
        Args: {
          p_kind: string
          p_workspace_id: number
        }
        Returns: boolean
      }
      check_project_permission: {
        Args: {
          p_permission: string
          p_project_id: number
        }
        Returns: boolean
      }
      check_session: {
        Args: {
          p_with_proof?: boolean
        }
        Returns: boolean
      }
      check_uploading: {
        Args: never
        Returns: boolean
      }
      close_proposal: {
        Args: {
          p_proposal_id: number
        }
        Returns: undefined
      }
      commit_documents: {
        Args: {
          p_branch_id: number
          p_ids?: string[]
          p_message: string
          p_new_branch?: string
        }
        Returns: string
      }
      commit_files: {
        Args: {
          p_branch_id: number
          p_sha: string
        }
        Returns: Database['public']['CompositeTypes']['commit_file'][]
      }
      confirm_email: {
        Args: {
          p_code?: string
          p_email?: string
          p_token?: string
        }
        Returns: Json
      }
      connect_repository: {
        Args: {
          p_external_id: string
          p_project_id: number
          p_workspace_integration_id: number
        }
        Returns: undefined
      }
      connected_accounts: {
        Args: {
          p_workspace_id: number
        }
        Returns: { default_visibility: string; external_id: string; external_user_id: number; flow: string; kind: string; name: string; username: string; workspace_integration_id: number }[]
      }
      create_audit_token: {
        Args: {
          p_name: string
          p_workspace_id: number
        }
        Returns: Database['public']['CompositeTypes']['new_audit_token']
      }
      create_documents: {
        Args: {
          p_branch_id: number
          p_files: Json
        }
        Returns: Database['public']['Tables']['documents']['Row'][]
      }
      create_group: {
        Args: {
          p_description?: string
          p_icon?: string
          p_icon_color?: string
          p_name: string
          p_visibility?: string
          p_workspace_id: number
        }
        Returns: Database['public']['Tables']['groups']['Row']
      }
      create_integration: {
        Args: {
          p_allow_user_login?: boolean
          p_allow_user_register?: boolean
          p_callback_key?: string
          p_config?: Json
          p_config_type?: string
          p_enabled?: boolean
          p_kind: string
          p_name: string
          p_secrets?: Json
          p_unset_all_saml_idps?: boolean
          p_workspace_id: number
        }
        Returns: Database['public']['CompositeTypes']['integration']
      }
      create_project: {
        Args: {
          p_auto_invite_committers?: boolean
          p_description?: string
          p_flavor?: string
          p_group_id?: number
          p_icon_color?: string
          p_icon_name?: string
          p_name: string
          p_repository?: Json
          p_slug?: string
          p_type?: string
          p_uploads?: Json
          p_visibility?: string
          p_workspace_id: number
        }
        Returns: Database['public']['CompositeTypes']['created_project']
      }
      create_projects: {
        Args: {
          p_projects: Json
          p_workspace_id: number
        }
        Returns: Database['public']['CompositeTypes']['bulk_answer']
      }
      create_proposal: {
        Args: {
          p_baseline_branch_id?: number
          p_branch_id: number
          p_description?: string
          p_title: string
        }
        Returns: number
      }
      create_release: {
        Args: {
          p_branch_slug?: string
          p_notes?: string
          p_project_id: number
          p_version: string
        }
        Returns: Database['public']['Tables']['releases']['Row']
      }
      create_scim_token: {
        Args: {
          p_workspace_id: number
        }
        Returns: Database['public']['CompositeTypes']['new_scim_token']
      }
      create_service_account: {
        Args: {
          p_name: string
          p_project_id: number
          p_token: Json
          p_username: string
        }
        Returns: Database['public']['Tables']['project_service_accounts']['Row']
      }
      create_team: {
        Args: {
          p_description?: string
          p_icon?: string
          p_icon_color?: string
          p_name: string
          p_workspace_id: number
        }
        Returns: Database['public']['Tables']['teams']['Row']
      }
      create_version: {
        Args: {
          p_from_branch_id: number
          p_name: string
          p_project_id: number
        }
        Returns: Database['public']['CompositeTypes']['branch_name']
      }
      create_workspace_token: {
        Args: {
          p_name: string
          p_workspace_id: number
        }
        Returns: Database['public']['CompositeTypes']['new_workspace_token']
      }
      custom_domain_of: {
        Args: {
          p_workspace_id: number
        }
        Returns: Json
      }
      decide_join_requests: {
        Args: {
          p_decisions: Json
          p_workspace_id: number
        }
        Returns: Database['public']['CompositeTypes']['bulk_answer']
      }
      delete_account: {
        Args: {
          p_username: string
        }
        Returns: undefined
      }
      delete_audit_token: {
        Args: {
          p_id: number
        }
        Returns: undefined
      }
      delete_audit_webhook: {
        Args: {
          p_workspace_id: number
        }
        Returns: undefined
      }
      delete_branch: {
        Args: {
          p_branch_id: number
        }
        Returns: Database['public']['CompositeTypes']['queued_import']
      }
      delete_comment: {
        Args: {
          p_comment_id: number
        }
        Returns: undefined
      }
      delete_documents: {
        Args: {
          p_ids: string[]
        }
        Returns: undefined
      }
      delete_group: {
        Args: {
          p_group_id: number
        }
        Returns: Database['public']['CompositeTypes']['group_deletion']
      }
      delete_integration: {
        Args: {
          p_integration_id: number
        }
        Returns: undefined
      }
      delete_project: {
        Args: {
          p_project_id: number
        }
        Returns: undefined
      }
      delete_project_images: {
        Args: {
          p_project_id: number
        }
        Returns: number
      }
      delete_projects: {
        Args: {
          p_project_ids: number[]
        }
        Returns: Database['public']['CompositeTypes']['bulk_answer']
      }
      delete_proposal_comment: {
        Args: {
          p_comment_id: number
        }
        Returns: undefined
      }
      delete_scim_token: {
        Args: {
          p_id: number
        }
        Returns: undefined
      }
      delete_service_account: {
        Args: {
          p_id: number
        }
        Returns: undefined
      }
      delete_team: {
        Args: {
          p_team_id: number
        }
        Returns: undefined
      }
      delete_teams: {
        Args: {
          p_team_ids: number[]
        }
        Returns: Database['public']['CompositeTypes']['bulk_answer']
      }
      delete_workspace: {
        Args: {
          p_name?: string
          p_workspace_id: number
        }
        Returns: string
      }
      delete_workspace_token: {
        Args: {
          p_id: number
        }
        Returns: undefined
      }
      device_request: {
        Args: {
          p_code: string
        }
        Returns: Json
      }
      disable_style_guide: {
        Args: {
          p_project_ids: number[]
          p_style_guide_id: number
        }
        Returns: Database['public']['CompositeTypes']['bulk_answer']
      }
      discard_changes: {
        Args: {
          p_ids: string[]
        }
        Returns: Database['public']['Tables']['documents']['Row'][]
      }
      disconnect_external: {
        Args: {
          p_id: number
        }
        Returns: undefined
      }
      docs_page: {
        Args: {
          p_branch_slug?: string
          p_project_slug: string
          p_slug?: string
          p_workspace_slug: string
        }
        Returns: Json
      }
      document_reading: {
        Args: {
          p_document_id: string
        }
        Returns: Database['public']['CompositeTypes']['document_reading']
      }
      edit_comment: {
        Args: {
          p_comment_id: number
          p_text: string
        }
        Returns: Database['public']['CompositeTypes']['comment_place']
      }
      edit_proposal_comment: {
        Args: {
          p_comment_id: number
          p_text: string
        }
        Returns: undefined
      }
      email_confirmation: {
        Args: {
          p_token: string
        }
        Returns: Json
      }
      enable_style_guide: {
        Args: {
          p_project_ids: number[]
          p_style_guide_id: number
        }
        Returns: Database['public']['CompositeTypes']['bulk_answer']
      }
      end_waiver: {
        Args: {
          p_id: number
        }
        Returns: undefined
      }
      explain_access: {
        Args: {
          p_kind: string
          p_object_id: number
          p_user_id: number
        }
        Returns: Database['public']['CompositeTypes']['access_explanation']
      }
      export_account: {
        Args: never
        Returns: Json
      }
      export_workspace: {
        Args: {
          p_workspace_id: number
        }
        Returns: Database['public']['CompositeTypes']['workspace_export']
      }
      fixable_rules: {
        Args: {
          p_workspace_id: number
        }
        Returns: Database['public']['CompositeTypes']['fixable_rule'][]
      }
      governance_report: {
        Args: {
          p_by?: string
          p_limit?: number
          p_offset?: number
          p_owner_id?: number
          p_rule?: string
          p_search?: string
          p_team_id?: number
          p_workspace_id: number
        }
        Returns: Json
      }
      governance_trend: {
        Args: {
          p_days?: number
          p_owner_id?: number
          p_project_id?: number
          p_rule?: string
          p_team_id?: number
          p_workspace_id: number
        }
        Returns: Database['public']['CompositeTypes']['governance_day'][]
      }
      governance_waivers: {
        Args: {
          p_limit?: number
          p_offset?: number
          p_project_id?: number
          p_workspace_id: number
        }
        Returns: Database['public']['CompositeTypes']['governance_waiver_page']
      }
      group_assignable_members: {
        Args: {
          p_group_id: number
          p_limit?: number
          p_search?: string
        }
        Returns: Database['public']['CompositeTypes']['assignable_member'][]
      }
      group_details: {
        Args: {
          p_group_id: number
        }
        Returns: Database['public']['CompositeTypes']['group_item']
      }
      group_invitations: {
        Args: {
          p_group_id: number
        }
        Returns: Database['public']['CompositeTypes']['group_invitation_item'][]
      }
      group_members: {
        Args: {
          p_group_id: number
          p_limit?: number
          p_offset?: number
        }
        Returns: Database['public']['CompositeTypes']['group_member_page']
      }
      group_reviewers: {
        Args: {
          p_group_id: number
        }
        Returns: Database['public']['CompositeTypes']['group_reviewing_team'][]
      }
      has_notices_since: {
        Args: {
          p_seconds: number
          p_topics: string[]
        }
        Returns: boolean
      }
      idempotency_begin: {
        Args: {
          p_fingerprint: string
          p_key: string
          p_scope: string
        }
        Returns: Json
      }
      idempotency_finish: {
        Args: {
          p_body: Json
          p_claim: string
          p_key: string
          p_scope: string
          p_status: number
        }
        Returns: undefined
      }
      idempotency_release: {
        Args: {
          p_claim: string
          p_key: string
          p_scope: string
        }
        Returns: undefined
      }
      idempotency_renew: {
        Args: {
          p_claim: string
          p_key: string
          p_scope: string
        }
        Returns: undefined
      }
      image_by_hash: {
        Args: {
          p_hash: string
        }
        Returns: Database['public']['CompositeTypes']['found_image'][]
      }
      import_files: {
        Args: {
          p_branch_slug: string
          p_project_id: number
          p_uploads: Json
        }
        Returns: Database['public']['CompositeTypes']['queued_import']
      }
      invite_member: {
        Args: {
          p_email: string
          p_role?: Database['public']['Enums']['workspace_role']
          p_workspace_id: number
        }
        Returns: Database['public']['CompositeTypes']['sent_invitation']
      }
      invite_members: {
        Args: {
          p_invitations: Json
          p_workspace_id: number
        }
        Returns: Database['public']['CompositeTypes']['bulk_answer']
      }
      keep_ci_token: {
        Args: {
          p_project_id: number
          p_secret: Json
          p_token: string
          p_unless_there?: boolean
        }
        Returns: undefined
      }
      leave_group: {
        Args: {
          p_group_id: number
        }
        Returns: undefined
      }
      leave_project: {
        Args: {
          p_project_id: number
        }
        Returns: undefined
      }
      leave_team: {
        Args: {
          p_team_id: number
        }
        Returns: undefined
      }
      link_invitation: {
        Args: {
          p_groups?: Json
          p_invitation_id: number
          p_projects?: Json
          p_teams?: Json
        }
        Returns: undefined
      }
      link_to_workspace_export: {
        Args: {
          p_id: string
        }
        Returns: string
      }
      list_audit_tokens: {
        Args: {
          p_workspace_id: number
        }
        Returns: Database['public']['CompositeTypes']['audit_token'][]
      }
      list_governed_projects: {
        Args: {
          p_after?: string
          p_has_style_guides?: boolean
          p_limit?: number
          p_search?: string
          p_workspace_id: number
        }
        Returns: Database['public']['CompositeTypes']['governed_page']
      }
      list_groups: {
        Args: {
          p_limit?: number
          p_offset?: number
          p_search?: string
          p_workspace_id: number
        }
        Returns: Database['public']['CompositeTypes']['group_page']
      }
      list_members: {
        Args: {
          p_limit?: number
          p_offset?: number
          p_order?: string
          p_roles?: Database['public']['Enums']['workspace_role'][]
          p_search?: string
          p_workspace_id: number
        }
        Returns: Database['public']['CompositeTypes']['member_page']
      }
      list_projects: {
        Args: {
          p_after?: string
          p_flavor?: string[]
          p_group_id?: number
          p_limit?: number
          p_order?: string
          p_pinned?: boolean
          p_search?: string
          p_slug?: string
          p_total?: boolean
          p_visibility?: string[]
          p_without_group?: boolean
          p_workspace_id: number
        }
        Returns: Database['public']['CompositeTypes']['project_page']
      }
      list_proposals: {
        Args: {
          p_limit?: number
          p_of?: string
          p_offset?: number
          p_project_id?: number
          p_search?: string
          p_status?: string
          p_workspace_id: number
        }
        Returns: Database['public']['CompositeTypes']['proposal_item_page']
      }
      list_style_guides: {
        Args: {
          p_is_default?: boolean
          p_search?: string
          p_visibility?: string
          p_workspace_id?: number
        }
        Returns: Database['public']['CompositeTypes']['style_guide'][]
      }
      list_teams: {
        Args: {
          p_limit?: number
          p_my_teams?: boolean
          p_offset?: number
          p_order?: string
          p_search?: string
          p_workspace_id: number
        }
        Returns: Database['public']['CompositeTypes']['team_page']
      }
      list_workspace_tokens: {
        Args: {
          p_workspace_id: number
        }
        Returns: Database['public']['CompositeTypes']['workspace_token'][]
      }
      login_integrations: {
        Args: {
          p_slug: string
        }
        Returns: { allow_user_login: boolean; allow_user_register: boolean; flow: string; id: number; is_default_idp: boolean; kind: string; name: string }[]
      }
      look_at_host: {
        Args: {
          p_branch_id: number
        }
        Returns: undefined
      }
      make_spectral_token: {
        Args: {
          p_project_id: number
        }
        Returns: string
      }
      may_migrate_from_next: {
        Args: never
        Returns: boolean
      }
      me: {
        Args: never
        Returns: Json
      }
      mentionable_people: {
        Args: {
          p_branch_id: number
          p_search?: string
        }
        Returns: Database['public']['CompositeTypes']['mentionable_person'][]
      }
      merge_proposal: {
        Args: {
          p_baseline_content_hash: string
          p_choices?: Json
          p_content_hash: string
          p_proposal_id: number
          p_version?: string
        }
        Returns: undefined
      }
      migrations: {
        Args: {
          p_source: string
          p_workspace_id: number
        }
        Returns: Database['public']['CompositeTypes']['migration_state'][]
      }
      mock_operation: {
        Args: {
          p_branch_slug: string
          p_known?: string
          p_project_slug: string
          p_uri?: string
          p_workspace_slug: string
        }
        Returns: Json
      }
      mock_routes: {
        Args: {
          p_branch_id: number
        }
        Returns: Json
      }
      move_documents: {
        Args: {
          p_branch_id: number
          p_moves: Json
        }
        Returns: Database['public']['Tables']['documents']['Row'][]
      }
      move_project: {
        Args: {
          p_confirm?: boolean
          p_group_id: number
          p_project_id: number
          p_seen?: Json
        }
        Returns: Database['public']['CompositeTypes']['project_move']
      }
      move_projects: {
        Args: {
          p_confirm?: boolean
          p_group_id: number
          p_project_ids: number[]
        }
        Returns: Database['public']['CompositeTypes']['bulk_move_answer']
      }
      my_permissions: {
        Args: {
          p_workspace_id: number
        }
        Returns: { permission: string; role: Database['public']['Enums']['workspace_role'] }[]
      }
      my_project_permissions: {
        Args: {
          p_project_id: number
        }
        Returns: { permission: string; role: Database['public']['Enums']['project_role'] }[]
      }
      my_sessions: {
        Args: never
        Returns: { created_at: string; current: boolean; id: string; ip_address: string; last_seen_at: string; user_agent: string }[]
      }
      my_workspace: {
        Args: {
          p_workspace_id: number
        }
        Returns: Database['public']['CompositeTypes']['my_workspace']
      }
      oauth_request: {
        Args: {
          p_client_id: string
          p_redirect_uri: string
          p_workspace_id: number
        }
        Returns: Database['public']['CompositeTypes']['oauth_request']
      }
      open_page_shards: {
        Args: {
          p_workspace_id: number
        }
        Returns: number[]
      }
      open_pages: {
        Args: {
          p_from?: number
          p_limit?: number
          p_workspace_id: number
        }
        Returns: Json
      }
      open_studio: {
        Args: {
          p_branch_slug?: string
          p_project_slug: string
          p_workspace_id?: number
        }
        Returns: Database['public']['CompositeTypes']['studio_opening']
      }
      override_layers: {
        Args: {
          p_branch_id: number
          p_node_uri: string
        }
        Returns: Database['public']['CompositeTypes']['override_layer'][]
      }
      permit_password_change: {
        Args: {
          p_current_password?: string
          p_user_agent?: string
        }
        Returns: Json
      }
      pin_project: {
        Args: {
          p_project_id: number
        }
        Returns: undefined
      }
      pin_style_guide: {
        Args: {
          p_project_id: number
          p_style_guide_id: number
          p_version?: string
        }
        Returns: undefined
      }
      place_comments: {
        Args: {
          p_anchors: Json
          p_document_id: string
          p_epoch: number
        }
        Returns: number
      }
      plan_losses: {
        Args: {
          p_product_id: number
          p_workspace_id: number
        }
        Returns: Json
      }
      project_access_list: {
        Args: {
          p_limit?: number
          p_offset?: number
          p_project_id: number
          p_search?: string
        }
        Returns: Database['public']['CompositeTypes']['project_access_page']
      }
      project_assignable_members: {
        Args: {
          p_limit?: number
          p_project_id: number
          p_search?: string
        }
        Returns: Database['public']['CompositeTypes']['assignable_member'][]
      }
      project_assignable_teams: {
        Args: {
          p_limit?: number
          p_project_id: number
          p_search?: string
        }
        Returns: Database['public']['CompositeTypes']['assignable_team'][]
      }
      project_details: {
        Args: {
          p_project_id: number
        }
        Returns: Database['public']['CompositeTypes']['project_details']
      }
      project_host: {
        Args: {
          p_project_id: number
        }
        Returns: Database['public']['CompositeTypes']['project_host'][]
      }
      project_releases: {
        Args: {
          p_min_release?: string
          p_project_id: number
        }
        Returns: Database['public']['Tables']['releases']['Row'][]
      }
      project_ruleset: {
        Args: {
          p_project_id: number
        }
        Returns: Database['public']['CompositeTypes']['ruleset_file'][]
      }
      project_style_guide_versions: {
        Args: {
          p_project_id: number
        }
        Returns: Database['public']['CompositeTypes']['style_guide_version'][]
      }
      project_teams_list: {
        Args: {
          p_project_id: number
        }
        Returns: Database['public']['CompositeTypes']['project_team'][]
      }
      project_workspace: {
        Args: {
          p_project_id: number
        }
        Returns: Json
      }
      projects_by_external_ids: {
        Args: {
          p_external_ids: string[]
          p_integration_id: number
        }
        Returns: Database['public']['Tables']['projects']['Row'][]
      }
      projects_left_behind: {
        Args: {
          p_user_ids: number[]
          p_workspace_id: number
        }
        Returns: number
      }
      proposal_at: {
        Args: {
          p_branch_slug: string
          p_project_slug: string
          p_proposal_id?: number
          p_workspace_id: number
        }
        Returns: Json
      }
      proposal_discussion: {
        Args: {
          p_proposal_id: number
        }
        Returns: Database['public']['CompositeTypes']['proposal_thread'][]
      }
      proposal_impact: {
        Args: {
          p_limit?: number
          p_offset?: number
          p_proposal_id: number
        }
        Returns: Database['public']['CompositeTypes']['proposal_impact']
      }
      proposal_lint: {
        Args: {
          p_proposal_id: number
        }
        Returns: Json
      }
      proposal_merge: {
        Args: {
          p_proposal_id: number
        }
        Returns: Database['public']['CompositeTypes']['proposal_merging']
      }
      proposal_nodes: {
        Args: {
          p_limit?: number
          p_offset?: number
          p_proposal_id: number
          p_search?: string
          p_semver?: string
        }
        Returns: Database['public']['CompositeTypes']['changed_node_page']
      }
      proposal_people: {
        Args: {
          p_proposal_id: number
          p_search?: string
        }
        Returns: Database['public']['CompositeTypes']['mentionable_person'][]
      }
      propose_rule_fixes: {
        Args: {
          p_project_ids: number[]
          p_rule: string
          p_workspace_id: number
        }
        Returns: Database['public']['CompositeTypes']['bulk_answer']
      }
      prove_session: {
        Args: {
          p_code?: string
          p_password?: string
        }
        Returns: Json
      }
      publish_working_copy: {
        Args: {
          p_branch_id: number
          p_message?: string
        }
        Returns: Database['public']['CompositeTypes']['queued_import']
      }
      pull_branch: {
        Args: {
          p_branch_id: number
        }
        Returns: Database['public']['CompositeTypes']['queued_import']
      }
      queue_migrations: {
        Args: {
          p_account: string
          p_key: Json
          p_projects: Json
          p_source: string
          p_visibility?: string
          p_workspace_id: number
        }
        Returns: Database['public']['CompositeTypes']['bulk_answer']
      }
      read_mentions: {
        Args: {
          p_thread_id: number
        }
        Returns: undefined
      }
      recover_document: {
        Args: {
          p_document_id: string
        }
        Returns: Database['public']['Tables']['documents']['Row']
      }
      remove_approved_domain: {
        Args: {
          p_id: number
        }
        Returns: undefined
      }
      remove_custom_domain: {
        Args: {
          p_workspace_id: number
        }
        Returns: undefined
      }
      remove_email: {
        Args: {
          p_email_id: number
        }
        Returns: Database['public']['CompositeTypes']['account']
      }
      remove_group_admin: {
        Args: {
          p_group_id: number
          p_user_id: number
        }
        Returns: undefined
      }
      remove_member: {
        Args: {
          p_heir_id?: number
          p_user_id: number
          p_workspace_id: number
        }
        Returns: undefined
      }
      remove_members: {
        Args: {
          p_heir_id?: number
          p_user_ids: number[]
          p_workspace_id: number
        }
        Returns: Database['public']['CompositeTypes']['bulk_answer']
      }
      remove_project_member: {
        Args: {
          p_project_id: number
          p_user_id: number
        }
        Returns: undefined
      }
      remove_project_team: {
        Args: {
          p_project_id: number
          p_team_id: number
        }
        Returns: undefined
      }
      remove_team_member: {
        Args: {
          p_email?: string
          p_team_id: number
          p_user_id?: number
        }
        Returns: undefined
      }
      rename_workspace_token: {
        Args: {
          p_id: number
          p_name: string
          p_seen?: Json
        }
        Returns: Database['public']['CompositeTypes']['workspace_token']
      }
      reopen_proposal: {
        Args: {
          p_proposal_id: number
        }
        Returns: undefined
      }
      replace_document: {
        Args: {
          p_document_id: string
          p_upload: string
        }
        Returns: Database['public']['Tables']['documents']['Row'][]
      }
      reply_to_proposal_thread: {
        Args: {
          p_key?: string
          p_suggestion?: Json
          p_text: string
          p_thread_id: number
        }
        Returns: number
      }
      reply_to_thread: {
        Args: {
          p_key?: string
          p_text: string
          p_thread_id: number
        }
        Returns: Database['public']['CompositeTypes']['comment_place']
      }
      request_proof_code: {
        Args: never
        Returns: Json
      }
      resend_email_code: {
        Args: {
          p_email_id: number
        }
        Returns: Json
      }
      resend_invitations: {
        Args: {
          p_ids: number[]
        }
        Returns: Database['public']['CompositeTypes']['bulk_answer']
      }
      resolve_documents: {
        Args: {
          p_hashes: string[]
          p_ids: string[]
        }
        Returns: Database['public']['Tables']['documents']['Row'][]
      }
      resolve_proposal_thread: {
        Args: {
          p_is_resolved?: boolean
          p_thread_id: number
        }
        Returns: undefined
      }
      resolve_thread: {
        Args: {
          p_is_resolved?: boolean
          p_thread_id: number
        }
        Returns: undefined
      }
      restore_commit: {
        Args: {
          p_branch_id: number
          p_sha: string
        }
        Returns: number
      }
      restore_documents: {
        Args: {
          p_ids: string[]
        }
        Returns: Database['public']['Tables']['documents']['Row'][]
      }
      resume_audit_webhook: {
        Args: {
          p_workspace_id: number
        }
        Returns: Database['public']['CompositeTypes']['audit_webhook']
      }
      review_proposal: {
        Args: {
          p_content_hash: string
          p_note?: string
          p_proposal_id: number
          p_verdict: string
        }
        Returns: undefined
      }
      revoke_invitations: {
        Args: {
          p_ids: number[]
        }
        Returns: Database['public']['CompositeTypes']['bulk_answer']
      }
      revoke_other_sessions: {
        Args: never
        Returns: number
      }
      revoke_session: {
        Args: {
          p_id: string
        }
        Returns: undefined
      }
      rule_fix_projects: {
        Args: {
          p_limit?: number
          p_offset?: number
          p_rule: string
          p_workspace_id: number
        }
        Returns: Database['public']['CompositeTypes']['rule_fix_page']
      }
      scim_overview: {
        Args: {
          p_workspace_id: number
        }
        Returns: Database['public']['CompositeTypes']['scim_overview']
      }
      search: {
        Args: {
          p_limit?: number
          p_search: string
          p_types?: string[]
          p_workspace_id: number
        }
        Returns: Database['public']['CompositeTypes']['search_answer']
      }
      search_graph: {
        Args: {
          p_branch_slug?: string
          p_limit?: number
          p_project_ids?: number[]
          p_search: string
          p_snapshot_types?: string[]
          p_workspace_id: number
        }
        Returns: Json
      }
      search_graph_starred: {
        Args: {
          p_branch_slug?: string
          p_limit?: number
          p_project_ids?: number[]
          p_search?: string
          p_snapshot_types?: string[]
          p_workspace_id: number
        }
        Returns: Json
      }
      search_nodes: {
        Args: {
          p_branch_slug?: string
          p_limit?: number
          p_project_ids?: number[]
          p_search: string
          p_starred?: boolean
          p_tags?: string[]
          p_types?: string[]
          p_workspace_id: number
        }
        Returns: Database['public']['CompositeTypes']['search_hit'][]
      }
      set_audit_webhook: {
        Args: {
          p_is_first?: boolean
          p_secret?: Json
          p_seen?: Json
          p_url: string
          p_workspace_id: number
        }
        Returns: Database['public']['CompositeTypes']['audit_webhook']
      }
      set_custom_domain: {
        Args: {
          p_domain_name: string
          p_seen?: Json
          p_workspace_id: number
        }
        Returns: Database['public']['CompositeTypes']['custom_domain']
      }
      set_daily_summary: {
        Args: {
          p_receive: boolean
          p_workspace_id: number
        }
        Returns: boolean
      }
      set_default_branch: {
        Args: {
          p_branch_id: number
        }
        Returns: undefined
      }
      set_default_style_guide: {
        Args: {
          p_is_enabled: boolean
          p_project_id: number
        }
        Returns: undefined
      }
      set_group_reviewers: {
        Args: {
          p_approvals: number
          p_group_id: number
          p_team_id: number
        }
        Returns: undefined
      }
      set_override: {
        Args: {
          p_branch_id?: number
          p_changes: Json
          p_node_uri: string
          p_project_id: number
        }
        Returns: number
      }
      set_primary_email: {
        Args: {
          p_email_id: number
        }
        Returns: Database['public']['CompositeTypes']['account']
      }
      set_project_member: {
        Args: {
          p_project_id: number
          p_role: Database['public']['Enums']['project_member_role']
          p_user_id: number
        }
        Returns: undefined
      }
      set_project_style_guides: {
        Args: {
          p_project_id: number
          p_style_guide_ids: number[]
        }
        Returns: undefined
      }
      set_project_team: {
        Args: {
          p_project_id: number
          p_role: Database['public']['Enums']['project_team_role']
          p_team_id: number
        }
        Returns: Database['public']['CompositeTypes']['project_team']
      }
      set_team_member: {
        Args: {
          p_email?: string
          p_role?: Database['public']['Enums']['team_role']
          p_team_id: number
          p_user_id?: number
        }
        Returns: Database['public']['CompositeTypes']['placement']
      }
      set_team_members: {
        Args: {
          p_members: Json
          p_team_id: number
        }
        Returns: Database['public']['CompositeTypes']['bulk_answer']
      }
      share_branch: {
        Args: {
          p_branch_id: number
          p_enabled: boolean
          p_expires_at?: string
          p_new_link?: boolean
        }
        Returns: Database['public']['CompositeTypes']['branch_share']
      }
      shared_branch: {
        Args: never
        Returns: Database['public']['CompositeTypes']['shared_branch'][]
      }
      slug_available: {
        Args: {
          p_slug: string
        }
        Returns: Database['public']['CompositeTypes']['slug_answer']
      }
      start_comment: {
        Args: {
          p_anchor: Json
          p_document_id: string
          p_key?: string
          p_quote: string
          p_text: string
        }
        Returns: Database['public']['CompositeTypes']['comment_place']
      }
      start_proposal_thread: {
        Args: {
          p_key?: string
          p_node_uri?: string
          p_pointer?: string
          p_proposal_id: number
          p_quote?: string
          p_suggestion?: Json
          p_text: string
        }
        Returns: number
      }
      style_guides_left_out: {
        Args: {
          p_project_id: number
        }
        Returns: number
      }
      svc_accept_invitation: {
        Args: {
          p_auth_id: string
          p_by_password?: boolean
          p_client: string
          p_token: string
        }
        Returns: Database['public']['CompositeTypes']['entry']
      }
      svc_account_at_host: {
        Args: {
          p_project_id: number
          p_user_id: number
        }
        Returns: Json
      }
      svc_add_pushed_image: {
        Args: {
          p_branch_id: number
          p_object: string
          p_path: string
          p_project_id: number
          p_token_hash: string
        }
        Returns: boolean
      }
      svc_apply_reading: {
        Args: {
          p_ahead?: number
          p_event_id?: string
          p_reading: number
          p_snapshot: Json
          p_workspace_id: number
        }
        Returns: boolean
      }
      svc_audit_token: {
        Args: {
          p_client: string
          p_token: string
        }
        Returns: number
      }
      svc_audit_trail: {
        Args: {
          p_after?: number
          p_limit?: number
          p_token: string
        }
        Returns: Database['public']['CompositeTypes']['audit_event'][]
      }
      svc_audit_webhook: {
        Args: {
          p_workspace_id: number
        }
        Returns: Json
      }
      svc_await_images: {
        Args: {
          p_branch_id: number
          p_paths: string[]
          p_project_id: number
          p_token_hash: string
        }
        Returns: string[]
      }
      svc_basic_attempt: {
        Args: {
          p_client: string
          p_integration_id: number
          p_username: string
        }
        Returns: number
      }
      svc_basic_success: {
        Args: {
          p_integration_id: number
          p_username: string
        }
        Returns: undefined
      }
      svc_begin_attempt: {
        Args: {
          p_auth_id: string
          p_intent: string
          p_params: Json
          p_workspace_id: number
        }
        Returns: Database['public']['CompositeTypes']['billing_attempt']
      }
      svc_begin_commit: {
        Args: {
          p_commit_id: string
        }
        Returns: Json
      }
      svc_begin_look: {
        Args: {
          p_branch_id: number
        }
        Returns: Json
      }
      svc_begin_reading: {
        Args: {
          p_customer?: string
          p_event?: Json
          p_workspace_id: number
        }
        Returns: Json
      }
      svc_begin_webhook_change: {
        Args: {
          p_project_id: number
        }
        Returns: Json
      }
      svc_billing_account: {
        Args: {
          p_workspace_id: number
        }
        Returns: Json
      }
      svc_branch_to_push: {
        Args: {
          p_branch: string
          p_project_id: number
          p_token_hash: string
        }
        Returns: Database['public']['CompositeTypes']['pushed_branch']
      }
      svc_check_code: {
        Args: {
          p_browser_hash?: string
          p_client?: string
          p_code: string
          p_email: string
          p_purpose: string
        }
        Returns: string
      }
      svc_ci_token: {
        Args: {
          p_token: string
        }
        Returns: Json
      }
      svc_ci_token_of: {
        Args: {
          p_project_id: number
        }
        Returns: Json
      }
      svc_commits: {
        Args: {
          p_limit: number
          p_offset?: number
          p_project_id: number
          p_sha?: string
        }
        Returns: Database['public']['CompositeTypes']['commit_page']
      }
      svc_confirm_member_email: {
        Args: {
          p_browser_hash: string
          p_client: string
          p_code: string
          p_email: string
          p_workspace_id: number
        }
        Returns: Database['public']['CompositeTypes']['confirmed_email']
      }
      svc_connect_external: {
        Args: {
          p_auth_id: string
          p_data?: Json
          p_external_id: string
          p_integration_id: number
          p_revision?: string
          p_session_id: string
          p_tokens?: Json
          p_username: string
        }
        Returns: Json
      }
      svc_decline_invitation: {
        Args: {
          p_client: string
          p_token: string
        }
        Returns: undefined
      }
      svc_delete_scim_group: {
        Args: {
          p_expected?: string[]
          p_id: string
          p_token: string
        }
        Returns: undefined
      }
      svc_delete_scim_user: {
        Args: {
          p_client?: string
          p_expected?: string[]
          p_id: string
          p_token: string
        }
        Returns: undefined
      }
      svc_document: {
        Args: {
          p_document_id: string
          p_published?: boolean
        }
        Returns: Json
      }
      svc_end_commit: {
        Args: {
          p_commit_hash: string
          p_commit_id: string
          p_committed: Json
          p_reason: string
          p_status: string
        }
        Returns: undefined
      }
      svc_end_look: {
        Args: {
          p_base: string
          p_branch_id: number
          p_found: Json
        }
        Returns: undefined
      }
      svc_end_oauth_session: {
        Args: {
          p_auth_id: string
          p_session_id: string
        }
        Returns: undefined
      }
      svc_end_webhook_change: {
        Args: {
          p_claim: string
          p_project_id: number
        }
        Returns: undefined
      }
      svc_enter_workspace: {
        Args: {
          p_auth_id: string
          p_browser_hash?: string
          p_client: string
          p_workspace_id: number
        }
        Returns: Database['public']['CompositeTypes']['entry']
      }
      svc_event_failed: {
        Args: {
          p_error: string
          p_event_id: string
        }
        Returns: undefined
      }
      svc_export: {
        Args: {
          p_branch_id: number
          p_format: string
          p_kind: string
          p_path: string
        }
        Returns: Json
      }
      svc_export_branch: {
        Args: {
          p_branch_id: number
          p_kind: string
        }
        Returns: Json
      }
      svc_external_login: {
        Args: {
          p_auth_id?: string
          p_browser_hash?: string
          p_client?: string
          p_data?: Json
          p_emails: Json
          p_external_id: string
          p_integration_id: number
          p_revision?: string
          p_tokens?: Json
          p_username: string
        }
        Returns: Database['public']['CompositeTypes']['entry']
      }
      svc_files_held: {
        Args: {
          p_hashes: string[]
          p_project_id: number
        }
        Returns: string[]
      }
      svc_has_workspaces: {
        Args: {
          p_email: string
        }
        Returns: boolean
      }
      svc_hold_sso_code: {
        Args: {
          p_browser_hash: string
          p_code_hash: string
        }
        Returns: Json
      }
      svc_host_account: {
        Args: {
          p_auth_id: string
          p_integration_id: number
        }
        Returns: Json
      }
      svc_integration: {
        Args: {
          p_integration_id: number
        }
        Returns: Json
      }
      svc_invitation: {
        Args: {
          p_token: string
        }
        Returns: Json
      }
      svc_keep_attempt: {
        Args: {
          p_ended: boolean
          p_id: string
          p_stripe_id: string
        }
        Returns: undefined
      }
      svc_keep_billing_email: {
        Args: {
          p_email: string
          p_workspace_id: number
        }
        Returns: undefined
      }
      svc_keep_cancellation: {
        Args: {
          p_auth_id: string
          p_details: string
          p_reason: string
          p_workspace_id: number
        }
        Returns: undefined
      }
      svc_keep_customer: {
        Args: {
          p_customer: string
          p_workspace_id: number
        }
        Returns: string
      }
      svc_keep_host_repositories: {
        Args: {
          p_auth_id: string
          p_integration_id: number
          p_repositories: Json
          p_revision: string
        }
        Returns: undefined
      }
      svc_keep_host_tokens: {
        Args: {
          p_external_user_id: number
          p_secrets: Json
        }
        Returns: undefined
      }
      svc_keep_oauth_client: {
        Args: {
          p_client_id: string
          p_name: string
          p_redirect_uris: string[]
        }
        Returns: boolean
      }
      svc_keep_picture: {
        Args: {
          p_content: string
          p_hash: string
          p_type: string
          p_workspace_id: number
        }
        Returns: undefined
      }
      svc_keep_prices: {
        Args: {
          p_prices: Json
        }
        Returns: number
      }
      svc_keep_snapshot: {
        Args: {
          p_bom: boolean
          p_document_id: string
          p_eol: string
          p_epoch: number
          p_kind: string
          p_size: number
          p_state?: string
        }
        Returns: undefined
      }
      svc_keep_webhook_secret: {
        Args: {
          p_integration_id: number
          p_secret: Json
        }
        Returns: Json
      }
      svc_known_addresses: {
        Args: {
          p_emails: string[]
          p_project_id: number
        }
        Returns: { email: string; is_member: boolean }[]
      }
      svc_log_sign_in_refused: {
        Args: {
          p_cause: string
          p_client: string
          p_integration_id: number
          p_reason: string
          p_username?: string
        }
        Returns: undefined
      }
      svc_login_lookup: {
        Args: {
          p_browser_hash?: string
          p_client: string
          p_identifier: string
        }
        Returns: Database['public']['CompositeTypes']['login_lookup']
      }
      svc_login_result: {
        Args: {
          p_browser_hash?: string
          p_client: string
          p_identifier: string
          p_ok: boolean
        }
        Returns: undefined
      }
      svc_lower_seats: {
        Args: {
          p_paid: number
          p_workspace_id: number
        }
        Returns: undefined
      }
      svc_mail_workspaces: {
        Args: {
          p_client: string
          p_email: string
        }
        Returns: number
      }
      svc_moved_object: {
        Args: {
          p_document_id: string
        }
        Returns: string
      }
      svc_note_device_sign_in: {
        Args: {
          p_auth_id: string
          p_client: string
          p_device_code: string
          p_domain_workspace_id?: number
          p_session_id: string
        }
        Returns: undefined
      }
      svc_note_oauth_sign_in: {
        Args: {
          p_auth_id: string
          p_client: string
          p_code: string
          p_session_id: string
        }
        Returns: undefined
      }
      svc_note_scim_error: {
        Args: {
          p_detail: string
          p_request: string
          p_status: number
          p_token: string
        }
        Returns: undefined
      }
      svc_note_sign_in: {
        Args: {
          p_auth_id: string
          p_client: string
          p_integration_id?: number
          p_is_at_domain?: boolean
          p_method: string
          p_only_workspace_id?: number
          p_revision?: string
          p_session_id: string
          p_user_agent: string
        }
        Returns: boolean
      }
      svc_note_waited: {
        Args: {
          p_id: string
          p_waited: string
        }
        Returns: undefined
      }
      svc_oauth_client: {
        Args: {
          p_client_id: string
        }
        Returns: Json
      }
      svc_peek_login_state: {
        Args: {
          p_state_hash: string
        }
        Returns: Json
      }
      svc_permit_password: {
        Args: {
          p_auth_id: string
          p_client?: string
          p_tells?: boolean
          p_user_agent?: string
        }
        Returns: undefined
      }
      svc_picture: {
        Args: {
          p_hash: string
          p_workspace_id: number
        }
        Returns: Json
      }
      svc_poll_device_request: {
        Args: {
          p_device_code: string
        }
        Returns: Json
      }
      svc_prepare_push: {
        Args: {
          p_branch: string
          p_fingerprint: string
          p_hashes: string[]
          p_project_id: number
        }
        Returns: Json
      }
      svc_project_source: {
        Args: {
          p_project_id: number
        }
        Returns: Json
      }
      svc_pushed_branches: {
        Args: {
          p_project_id: number
        }
        Returns: Database['public']['CompositeTypes']['pushed_branch'][]
      }
      svc_pushed_task: {
        Args: {
          p_job_id: string
          p_project_id: number
        }
        Returns: Json
      }
      svc_put_login_state: {
        Args: {
          p_auth_id?: string
          p_browser_hash: string
          p_data?: Json
          p_integration_id: number
          p_popup?: boolean
          p_purpose: string
          p_return_to?: string
          p_state_hash: string
          p_verifier?: string
        }
        Returns: Database['public']['CompositeTypes']['left_login']
      }
      svc_put_sso_code: {
        Args: {
          p_code_hash: string
          p_integration_id: number
          p_profile: Json
          p_state_hash: string
        }
        Returns: undefined
      }
      svc_queue_push: {
        Args: {
          p_branch: string
          p_commit_hash: string
          p_fingerprint?: string
          p_held: Json
          p_images?: string[]
          p_project_id: number
          p_token_hash: string
          p_uploads: Json
        }
        Returns: Json
      }
      svc_record_commit: {
        Args: {
          p_branch_slug: string
          p_commit: Json
          p_project_id: number
          p_token_hash: string
        }
        Returns: Database['public']['Tables']['commits']['Row']
      }
      svc_redeem_reset: {
        Args: {
          p_browser_hash?: string
          p_client: string
          p_code: string
          p_email: string
          p_workspace_id: number
        }
        Returns: Database['public']['CompositeTypes']['password_reset']
      }
      svc_register_oauth_client: {
        Args: {
          p_client: string
          p_name: string
          p_redirect_uris: string[]
        }
        Returns: Json
      }
      svc_release_attempt: {
        Args: {
          p_id: string
        }
        Returns: undefined
      }
      svc_request_code: {
        Args: {
          p_browser_hash?: string
          p_client: string
          p_email: string
          p_purpose: string
        }
        Returns: Json
      }
      svc_request_member_code: {
        Args: {
          p_browser_hash: string
          p_client: string
          p_email: string
          p_workspace_id: number
        }
        Returns: Json
      }
      svc_request_reset: {
        Args: {
          p_browser_hash?: string
          p_client: string
          p_email: string
        }
        Returns: Json
      }
      svc_request_workspace_signup: {
        Args: {
          p_browser_hash?: string
          p_client: string
          p_email: string
          p_slug: string
        }
        Returns: Json
      }
      svc_saml_assertion_once: {
        Args: {
          p_assertion_id: string
          p_expires_at: string
          p_integration_id: number
        }
        Returns: boolean
      }
      svc_saml_request_get: {
        Args: {
          p_id: string
          p_integration_id: number
        }
        Returns: string
      }
      svc_saml_request_put: {
        Args: {
          p_id: string
          p_integration_id: number
          p_value: string
        }
        Returns: undefined
      }
      svc_saml_request_take: {
        Args: {
          p_id: string
          p_integration_id: number
        }
        Returns: string
      }
      svc_save_scim_group: {
        Args: {
          p_expected?: string[]
          p_group: Json
          p_id: string
          p_token: string
        }
        Returns: Json
      }
      svc_save_scim_user: {
        Args: {
          p_client?: string
          p_expected?: string[]
          p_id: string
          p_person: Json
          p_token: string
        }
        Returns: Json
      }
      svc_scim_caller: {
        Args: {
          p_token: string
          p_weight?: number
        }
        Returns: Json
      }
      svc_scim_group: {
        Args: {
          p_id: string
          p_token: string
          p_with_members?: boolean
        }
        Returns: Json
      }
      svc_scim_groups: {
        Args: {
          p_query: Json
          p_token: string
        }
        Returns: Json
      }
      svc_scim_user: {
        Args: {
          p_id: string
          p_token: string
        }
        Returns: Json
      }
      svc_scim_users: {
        Args: {
          p_query: Json
          p_token: string
        }
        Returns: Json
      }
      svc_set_webhook: {
        Args: {
          p_claim: string
          p_external_id: string
          p_project_id: number
        }
        Returns: boolean
      }
      svc_sign_in_failed: {
        Args: {
          p_client: string
          p_identifier: string
          p_reason: string
          p_user_agent?: string
          p_workspace_id: number
        }
        Returns: undefined
      }
      svc_signup_auth_id: {
        Args: {
          p_email: string
        }
        Returns: string
      }
      svc_signup_workspace: {
        Args: {
          p_auth_id: string
          p_browser_hash?: string
          p_client: string
          p_code: string
          p_email: string
          p_name: string
          p_slug: string
        }
        Returns: Json
      }
      svc_spectral_ruleset: {
        Args: {
          p_guide_id?: number
          p_path?: string
          p_project_id: number
          p_token: string
        }
        Returns: Json
      }
      svc_start_device_request: {
        Args: {
          p_client: string
          p_machine: string
          p_workspace_slug: string
        }
        Returns: Json
      }
      svc_stored_files: {
        Args: {
          p_hashes: string[]
          p_workspace_id: number
        }
        Returns: { hash: string; object: string; size: number }[]
      }
      svc_take_login_state: {
        Args: {
          p_browser_hash: string
          p_state_hash: string
        }
        Returns: Json
      }
      svc_take_oauth_code: {
        Args: {
          p_client_id: string
          p_code: string
          p_redirect_uri: string
          p_verifier: string
        }
        Returns: Json
      }
      svc_take_sso_code: {
        Args: {
          p_browser_hash?: string
          p_code_hash: string
          p_state_hash: string
        }
        Returns: Json
      }
      svc_take_webhook: {
        Args: {
          p_ciphertext: string
          p_client: string
          p_deliveries: Json
          p_integration_id: number
        }
        Returns: Json
      }
      svc_throttle: {
        Args: {
          p_key: string
          p_maximum: number
          p_window_seconds: number
        }
        Returns: number
      }
      svc_unsubscribe: {
        Args: {
          p_token: string
        }
        Returns: Json
      }
      svc_webhook_integration: {
        Args: {
          p_integration_id: number
        }
        Returns: Json
      }
      svc_why_ended: {
        Args: {
          p_refresh_token: string
        }
        Returns: Json
      }
      svc_workspace_access: {
        Args: {
          p_auth_id: string
          p_session_id: string
          p_workspace_id: number
        }
        Returns: Json
      }
      svc_workspace_export: {
        Args: {
          p_link: string
        }
        Returns: Json
      }
      svc_workspace_signup: {
        Args: {
          p_auth_id: string
          p_browser_hash?: string
          p_client: string
          p_code: string
          p_email: string
          p_workspace_id: number
        }
        Returns: Database['public']['CompositeTypes']['entry']
      }
      svc_workspace_token: {
        Args: {
          p_token: string
        }
        Returns: Json
      }
      team_assignable_members: {
        Args: {
          p_limit?: number
          p_search?: string
          p_team_id: number
        }
        Returns: Database['public']['CompositeTypes']['assignable_member'][]
      }
      team_details: {
        Args: {
          p_team_id: number
        }
        Returns: Database['public']['CompositeTypes']['team_item']
      }
      team_members_list: {
        Args: {
          p_limit?: number
          p_offset?: number
          p_search?: string
          p_team_id: number
        }
        Returns: Database['public']['CompositeTypes']['team_member_page']
      }
      thread_comments: {
        Args: {
          p_thread_id: number
        }
        Returns: Database['public']['CompositeTypes']['thread_comment'][]
      }
      track_branch: {
        Args: {
          p_branch: string
          p_project_id: number
        }
        Returns: Database['public']['CompositeTypes']['queued_import']
      }
      transfer_project_ownership: {
        Args: {
          p_project_id: number
          p_user_id: number
        }
        Returns: Database['public']['CompositeTypes']['ownership_transfer']
      }
      unask_reviewer: {
        Args: {
          p_proposal_id: number
          p_team_id?: number
          p_user_id?: number
        }
        Returns: undefined
      }
      unlink_invitation: {
        Args: {
          p_group_id?: number
          p_invitation_id: number
          p_project_id?: number
          p_team_id?: number
        }
        Returns: undefined
      }
      unpin_project: {
        Args: {
          p_project_id: number
        }
        Returns: undefined
      }
      update_account: {
        Args: {
          p_avatar_url?: string
          p_complete?: boolean
          p_first_name?: string
          p_last_name?: string
          p_survey?: Json
          p_timezone?: string
          p_username?: string
        }
        Returns: Json
      }
      update_approved_domain: {
        Args: {
          p_domain?: string
          p_id: number
          p_role?: Database['public']['Enums']['workspace_role']
          p_seen?: Json
        }
        Returns: Database['public']['Tables']['approved_domains']['Row']
      }
      update_group: {
        Args: {
          p_confirm?: boolean
          p_description?: string
          p_group_id: number
          p_icon?: string
          p_icon_color?: string
          p_name?: string
          p_seen?: Json
          p_visibility?: string
        }
        Returns: Database['public']['CompositeTypes']['group_change']
      }
      update_integration: {
        Args: {
          p_allow_user_login?: boolean
          p_allow_user_register?: boolean
          p_config?: Json
          p_config_type?: string
          p_enabled?: boolean
          p_integration_id: number
          p_name?: string
          p_secrets?: Json
          p_seen?: Json
          p_unset_all_saml_idps?: boolean
        }
        Returns: Database['public']['CompositeTypes']['integration']
      }
      update_project: {
        Args: {
          p_auto_invite_committers?: boolean
          p_description?: string
          p_icon_color?: string
          p_icon_name?: string
          p_is_design_library?: boolean
          p_name?: string
          p_project_id: number
          p_seen?: Json
          p_slug?: string
          p_use_legacy_exporter?: boolean
          p_visibility?: string
        }
        Returns: undefined
      }
      update_proposal: {
        Args: {
          p_changelog?: string
          p_description?: string
          p_proposal_id: number
          p_title?: string
          p_was?: Json
        }
        Returns: undefined
      }
      update_scim: {
        Args: {
          p_default_role?: Database['public']['Enums']['workspace_role']
          p_enabled?: boolean
          p_seen?: Json
          p_workspace_id: number
        }
        Returns: Database['public']['CompositeTypes']['scim_overview']
      }
      update_service_account: {
        Args: {
          p_id: number
          p_name?: string
          p_token?: Json
          p_username?: string
        }
        Returns: Database['public']['Tables']['project_service_accounts']['Row']
      }
      update_team: {
        Args: {
          p_description?: string
          p_icon?: string
          p_icon_color?: string
          p_name?: string
          p_seen?: Json
          p_team_id: number
        }
        Returns: Database['public']['CompositeTypes']['team_item']
      }
      update_waiver: {
        Args: {
          p_expires_on: string
          p_id: number
          p_owner_id: number
          p_reason: string
        }
        Returns: undefined
      }
      update_workspace_settings: {
        Args: {
          p_changes: Json
          p_seen?: Json
          p_workspace_id: number
        }
        Returns: Database['public']['CompositeTypes']['workspace_settings']
      }
      updates_after: {
        Args: {
          p_document_id: string
          p_epoch: number
          p_seq: number
        }
        Returns: Database['public']['CompositeTypes']['document_update'][]
      }
      waive_finding: {
        Args: {
          p_expires_on: string
          p_finding_id: number
          p_owner_id: number
          p_reason: string
        }
        Returns: number
      }
      withdraw_review: {
        Args: {
          p_proposal_id: number
        }
        Returns: undefined
      }
      workspace_activity: {
        Args: {
          p_after?: number
          p_before?: number
          p_limit?: number
          p_types?: string[]
          p_workspace_id: number
        }
        Returns: { actor_email: string; actor_id: number; actor_name: string; created_at: string; id: number; ip_address: unknown; metadata: Json; origin: Json; type: string }[]
      }
      workspace_billing: {
        Args: {
          p_workspace_id: number
        }
        Returns: Database['public']['CompositeTypes']['billing_account']
      }
      workspace_by_domain: {
        Args: {
          p_domain: string
        }
        Returns: Json
      }
      workspace_by_slug: {
        Args: {
          p_slug: string
        }
        Returns: Json
      }
      workspace_exports: {
        Args: {
          p_workspace_id: number
        }
        Returns: Database['public']['CompositeTypes']['workspace_export'][]
      }
      workspace_features: {
        Args: {
          p_workspace_id: number
        }
        Returns: { allowed: boolean; in_plan: boolean; max_quantity: number; name: string; pending: number; type: string; usage: number }[]
      }
      workspace_join_requests: {
        Args: {
          p_limit?: number
          p_offset?: number
          p_workspace_id: number
        }
        Returns: Database['public']['CompositeTypes']['join_request_item'][]
      }
      workspace_redirects: {
        Args: {
          p_slug: string
        }
        Returns: string
      }
      workspace_removal: {
        Args: {
          p_workspace_id: number
        }
        Returns: Database['public']['CompositeTypes']['workspace_removal']
      }
      workspace_state: {
        Args: {
          p_workspace_id: number
        }
        Returns: Database['public']['CompositeTypes']['workspace_state']
      }
      workspace_summary: {
        Args: {
          p_workspace_id: number
        }
        Returns: Database['public']['CompositeTypes']['workspace_summary']
      }
    }
    Enums: {
      project_member_role: 'guest' | 'viewer' | 'editor' | 'admin' | 'owner' | 'inherit'
      project_role: 'guest' | 'viewer' | 'editor' | 'admin' | 'owner' | 'workspace_global_admin'
      project_team_role: 'viewer' | 'editor' | 'admin'
      team_role: 'member' | 'admin'
      workspace_role: 'guest' | 'viewer' | 'maker' | 'admin' | 'billing' | 'owner'
    }
    CompositeTypes: {
      access_explanation: {
        cannot: Database['public']['CompositeTypes']['lacking_permission'][] | null
        kind: string | null
        object: Database['public']['CompositeTypes']['named_object'] | null
        permissions: string[] | null
        reasons: Database['public']['CompositeTypes']['access_reason'][] | null
        role: string | null
        summary: string | null
        user: Database['public']['CompositeTypes']['person'] | null
        workspace_role: Database['public']['Enums']['workspace_role'] | null
      }
      access_reason: {
        counts: boolean | null
        group: string | null
        group_id: number | null
        role: string | null
        sentence: string | null
        source: string | null
        team: string | null
        team_id: number | null
      }
      account: {
        avatar_url: string | null
        created_at: string | null
        emails: Database['public']['CompositeTypes']['account_email'][] | null
        first_name: string | null
        has_password: boolean | null
        id: number | null
        is_account_info_collected: boolean | null
        is_site_admin: boolean | null
        last_name: string | null
        memberships: Database['public']['CompositeTypes']['account_membership'][] | null
        only_workspace_id: number | null
        survey: Json | null
        timezone: string | null
        username: string | null
      }
      account_email: {
        confirmed_at: string | null
        email: string | null
        id: number | null
        is_primary: boolean | null
      }
      account_membership: {
        locked: boolean | null
        logo_url: string | null
        name: string | null
        receive_daily_summary: boolean | null
        role: Database['public']['Enums']['workspace_role'] | null
        slug: string | null
        workspace_id: number | null
      }
      added_email: {
        email: string | null
        id: number | null
        retry_after: number | null
      }
      assignable_member: {
        avatar_url: string | null
        display_name: string | null
        email: string | null
        first_name: string | null
        last_name: string | null
        user_id: number | null
        username: string | null
        workspace_role: Database['public']['Enums']['workspace_role'] | null
      }
      assignable_role: {
        allowed: boolean | null
        needs_upgrade: boolean | null
        reason: string | null
        role: Database['public']['Enums']['workspace_role'] | null
      }
      assignable_team: {
        icon: string | null
        icon_color: string | null
        name: string | null
        slug: string | null
        team_id: number | null
      }
      audit_event: {
        actor_email: string | null
        actor_id: number | null
        actor_name: string | null
        created_at: string | null
        id: number | null
        ip_address: unknown | null
        metadata: Json | null
        origin: Json | null
        type: string | null
      }
      audit_token: {
        access_token_prefix: string | null
        created_at: string | null
        creator: Database['public']['CompositeTypes']['token_creator'] | null
        id: number | null
        last_used: string | null
        name: string | null
      }
      audit_webhook: {
        created_at: string | null
        creator: Database['public']['CompositeTypes']['token_creator'] | null
        delivered: number | null
        delivered_at: string | null
        failing_since: string | null
        next_try_at: string | null
        paused_at: string | null
        problem: string | null
        status: string | null
        tried_at: string | null
        url: string | null
        waiting: number | null
      }
      billed_members: {
        included: number | null
        paid: number | null
        pending: number | null
        used: number | null
      }
      billed_product: {
        id: number | null
        label: string | null
        name: string | null
        priority: number | null
      }
      billing_account: {
        billing_pricing_plan_id: number | null
        billing_product_id: number | null
        contract: Database['public']['CompositeTypes']['billing_contract'] | null
        cycle_interval_months: number | null
        has_payment_customer: boolean | null
        has_subscription: boolean | null
        included_members: number | null
        invoice_error: string | null
        limits: Database['public']['CompositeTypes']['billing_limit'][] | null
        lock_at: string | null
        lock_reason: string | null
        managed_by: string | null
        members: Database['public']['CompositeTypes']['billed_members'] | null
        next_invoice_at: string | null
        next_invoice_projection: Json | null
        next_invoice_type: string | null
        next_renewal_at: string | null
        paid_members: number | null
        payment_method: Database['public']['CompositeTypes']['payment_card'] | null
        pending: Database['public']['CompositeTypes']['pending_change'] | null
        price: Database['public']['CompositeTypes']['billing_price'] | null
        product: Database['public']['CompositeTypes']['billed_product'] | null
        read_only_projects: number | null
        renew_billing_pricing_plan_id: number | null
        status: string | null
        stripe_billing_email: string | null
        stripe_cancel_at_period_end: boolean | null
        stripe_current_period_end: string | null
        stripe_status: string | null
        trial_available: boolean | null
        trial_end_at: string | null
        unconfirmed: Database['public']['CompositeTypes']['unconfirmed_change'] | null
      }
      billing_attempt: {
        customer: string | null
        id: string | null
        intent: string | null
        is_other: boolean | null
        params: Json | null
        stripe_id: string | null
        subscription: string | null
        waited: string | null
      }
      billing_contract: {
        amount: number | null
        ends_at: string | null
        seat_price: number | null
        seats_beyond: number | null
      }
      billing_discount: {
        amount_off: number | null
        ends_at: string | null
        name: string | null
        percent_off: number | null
      }
      billing_limit: {
        max: number | null
        name: string | null
        used: number | null
      }
      billing_price: {
        discounts: Database['public']['CompositeTypes']['billing_discount'][] | null
        flat: number | null
        user: number | null
      }
      billing_reading: {
        customer: string | null
        is_done: boolean | null
        is_first: boolean | null
        reading: number | null
        subscription: string | null
        workspace_id: number | null
      }
      branch_image: {
        hash: string | null
        size: number | null
        workspace_id: number | null
      }
      branch_look: {
        base: string | null
        branch: string | null
        project_id: number | null
      }
      branch_name: {
        id: number | null
        name: string | null
        slug: string | null
      }
      branch_node: {
        branch_id: number | null
        branch_node_id: number | null
        data: Json | null
        id: number | null
        is_deprecated: boolean | null
        is_hidden: boolean | null
        is_internal: boolean | null
        method: string | null
        name: string | null
        parent_uri: string | null
        path: string | null
        project_id: number | null
        slug: string | null
        summary: string | null
        tags: string[] | null
        type: string | null
        updated_at: string | null
        uri: string | null
        version: string | null
      }
      branch_problem: {
        documentation_url: string | null
        end_column: number | null
        end_line: number | null
        file: string | null
        id: number | null
        is_new: boolean | null
        message: string | null
        node_name: string | null
        node_slug: string | null
        node_uri: string | null
        pointer: string | null
        rule: string | null
        severity: string | null
        start_column: number | null
        start_line: number | null
        waiver_expires_on: string | null
        waiver_id: number | null
        waiver_owner: string | null
        waiver_owner_id: number | null
        waiver_reason: string | null
      }
      branch_problems: {
        base_name: string | null
        errors: number | null
        faults: Json | null
        guide: string | null
        hidden_faults: number | null
        hints: number | null
        infos: number | null
        is_cut: boolean | null
        items: Json | null
        linted_at: string | null
        new_errors: number | null
        new_others: number | null
        new_warnings: number | null
        rules: Json | null
        score: number | null
        state: string | null
        total: number | null
        units: number | null
        waived: number | null
        warnings: number | null
      }
      branch_rule: {
        rule: string | null
        severity: string | null
        violations: number | null
        waived: number | null
      }
      branch_share: {
        enabled: boolean | null
        expires_at: string | null
        token: string | null
      }
      branch_slug: {
        slug: string | null
      }
      branch_try_it: {
        is_member: boolean | null
        is_on: boolean | null
        shows_mock_server: boolean | null
      }
      broken_node: {
        branch_slug: string | null
        changed_name: string | null
        changed_uri: string | null
        is_outside: boolean | null
        method: string | null
        name: string | null
        path: string | null
        project_id: number | null
        project_name: string | null
        project_slug: string | null
        semver: string | null
        slug: string | null
        steps: number | null
        type: string | null
        uri: string | null
      }
      bulk_answer: {
        failed: number | null
        results: Database['public']['CompositeTypes']['bulk_result'][] | null
        succeeded: number | null
      }
      bulk_move_answer: {
        confirmation_required: boolean | null
        failed: number | null
        public_projects: number | null
        results: Database['public']['CompositeTypes']['bulk_result'][] | null
        succeeded: number | null
        visibility_changed: number | null
      }
      bulk_result: {
        code: string | null
        field: string | null
        key: Json | null
        message: string | null
        ok: boolean | null
        status: number | null
        value: Json | null
      }
      changed_node: {
        change_count: number | null
        changes: Json | null
        name: string | null
        operation: string | null
        path: string | null
        position: number | null
        semver: string | null
        threads: number | null
        type: string | null
        uri: string | null
      }
      changed_node_page: {
        items: Database['public']['CompositeTypes']['changed_node'][] | null
        total: number | null
      }
      changelog: {
        items: Json | null
        major: number | null
        minor: number | null
        patch: number | null
        state: string | null
        total: number | null
      }
      changelog_entry: {
        commit_hash: string | null
        created_at: string | null
        id: number | null
        message: string | null
        node_name: string | null
        node_type: string | null
        node_uri: string | null
        operation: string | null
        rule: string | null
        semver: string | null
        slug: string | null
        value_after: string | null
        value_before: string | null
      }
      code_sent: {
        email: string | null
        retry_after: number | null
      }
      code_wait: {
        retry_after: number | null
      }
      comment_place: {
        comment_id: number | null
        thread_id: number | null
      }
      comment_thread: {
        anchor: Json | null
        author: string | null
        author_id: number | null
        avatar_url: string | null
        count: number | null
        created_at: string | null
        document_id: string | null
        excerpt: string | null
        id: number | null
        is_mentioned: boolean | null
        is_mine: boolean | null
        is_resolved: boolean | null
        last_at: string | null
        path: string | null
        quote: string | null
        resolved_at: string | null
        resolved_by: string | null
        unread: number | null
      }
      commit_file: {
        hash: string | null
        path: string | null
        size: number | null
      }
      commit_item: {
        analyzed_at: string | null
        author_email: string | null
        author_id: number | null
        author_name: string | null
        branch_id: number | null
        branches: Database['public']['CompositeTypes']['branch_slug'] | null
        committed_at: string | null
        created_at: string | null
        message: string | null
        parent_sha: string | null
        project_id: number | null
        sha: string | null
      }
      commit_page: {
        items: Database['public']['CompositeTypes']['commit_item'][] | null
        total: number | null
      }
      confirmed_email: {
        email: string | null
        outcome: string | null
        retry_after: number | null
      }
      connected_account: {
        id: number | null
        username: string | null
        workspace_integration_id: number | null
      }
      created_project: {
        branch: Database['public']['CompositeTypes']['branch_name'] | null
        job_id: string | null
        project: Database['public']['Tables']['projects']['Row'] | null
      }
      custom_domain: {
        addresses: string[] | null
        domain: string | null
        is_looking: boolean | null
        looked_at: string | null
        problem: string | null
        proof_is_found: boolean | null
        proof_name: string | null
        proof_problem: string | null
        proof_value: string | null
        route_is_found: boolean | null
        route_problem: string | null
        status: string | null
        switched_off_at: string | null
        target: string | null
        verified_at: string | null
      }
      device_request: {
        asked_at: string | null
        expires_at: string | null
        ip_address: string | null
        machine: string | null
        outcome: string | null
        retry_after: number | null
        workspace: string | null
      }
      docs_branch: {
        api_count: number | null
        article_count: number | null
        commit_hash: string | null
        id: number | null
        is_default: boolean | null
        is_published: boolean | null
        last_analyzed_at: string | null
        name: string | null
        operation_count: number | null
        schema_count: number | null
        slug: string | null
      }
      docs_page: {
        branch_id: number | null
        contents: Json | null
        first_slug: string | null
        node: Json | null
        project: Json | null
        workspace: Json | null
      }
      docs_project: {
        branches: Json | null
        default_branch_id: number | null
        description: string | null
        flavor: string | null
        icon_color: string | null
        icon_name: string | null
        id: number | null
        name: string | null
        slug: string | null
        type: string | null
        visibility: string | null
        workspace_id: number | null
      }
      document_reading: {
        branch_id: number | null
        view: string | null
      }
      document_update: {
        author_id: number | null
        key: string | null
        seq: number | null
        update: string | null
      }
      email_confirmation: {
        email: string | null
        is_mine: boolean | null
        username: string | null
      }
      entry: {
        auth_email: string | null
        auth_id: string | null
        confirmation_required: boolean | null
        email: string | null
        entered: boolean | null
        has_password: boolean | null
        join_request_status: string | null
        lock_reason: string | null
        only_workspace_id: number | null
        outcome: string | null
        owner_email: string | null
        retry_after: number | null
        role: Database['public']['Enums']['workspace_role'] | null
        user_id: number | null
      }
      exported_file: {
        error: string | null
        object: string | null
      }
      exported_path: {
        error: string | null
        object: string | null
        path: string | null
      }
      fixable_rule: {
        projects: number | null
        rule: string | null
        violations: number | null
      }
      found_image: {
        path: string | null
        workspace_id: number | null
      }
      found_invitation: {
        auth_email: string | null
        auth_id: string | null
        by_provider: boolean | null
        email: string | null
        has_account: boolean | null
        has_password: boolean | null
        id: number | null
        invited_by: string | null
        role: Database['public']['Enums']['workspace_role'] | null
        state: string | null
        workspace: Database['public']['CompositeTypes']['inviting_workspace'] | null
      }
      governance_day: {
        day: string | null
        errors: number | null
        others: number | null
        warnings: number | null
      }
      governance_report: {
        errors: number | null
        items: Json | null
        others: number | null
        projects: number | null
        score: number | null
        total: number | null
        units: number | null
        unlinted: number | null
        waived: number | null
        warnings: number | null
      }
      governance_row: {
        branch_slug: string | null
        errors: number | null
        guide: string | null
        key: string | null
        linted_at: string | null
        name: string | null
        others: number | null
        projects: number | null
        projects_with: number | null
        score: number | null
        severity: string | null
        slug: string | null
        units: number | null
        waived: number | null
        warnings: number | null
      }
      governance_waiver: {
        created_at: string | null
        expires_on: string | null
        file: string | null
        findings: number | null
        id: number | null
        is_over: boolean | null
        node_uri: string | null
        owner_id: number | null
        owner_name: string | null
        place: string | null
        project_id: number | null
        project_name: string | null
        project_slug: string | null
        reason: string | null
        rule: string | null
      }
      governance_waiver_page: {
        items: Database['public']['CompositeTypes']['governance_waiver'][] | null
        total: number | null
      }
      governed_page: {
        items: Database['public']['CompositeTypes']['governed_project'][] | null
        next: string | null
      }
      governed_project: {
        flavor: string | null
        icon_color: string | null
        icon_name: string | null
        id: number | null
        name: string | null
        slug: string | null
        style_guide_ids: number[] | null
        style_guide_versions: string[] | null
        visibility: string | null
      }
      graph_edge: {
        from_uri: string | null
        to_uri: string | null
      }
      graph_node: {
        depth: number | null
        direction: string | null
        is_deprecated: boolean | null
        is_internal: boolean | null
        method: string | null
        name: string | null
        path: string | null
        slug: string | null
        type: string | null
        uri: string | null
      }
      group_change: {
        confirmation_required: boolean | null
        group: Database['public']['CompositeTypes']['group_item'] | null
        public_projects: number | null
      }
      group_deletion: {
        projects_released: number | null
      }
      group_invitation_item: {
        created_at: string | null
        email: string | null
        expires_at: string | null
        invitation_id: number | null
        role: string | null
      }
      group_item: {
        admins_count: number | null
        created_at: string | null
        description: string | null
        icon: string | null
        icon_color: string | null
        id: number | null
        invitations_count: number | null
        is_admin: boolean | null
        my_permissions: string[] | null
        name: string | null
        projects_count: number | null
        slug: string | null
        updated_at: string | null
        visibility: string | null
        workspace_id: number | null
      }
      group_member_item: {
        avatar_url: string | null
        created_at: string | null
        display_name: string | null
        email: string | null
        emails: string[] | null
        first_name: string | null
        last_name: string | null
        role: string | null
        user_id: number | null
        username: string | null
        workspace_permissions: string[] | null
        workspace_role: Database['public']['Enums']['workspace_role'] | null
      }
      group_member_page: {
        items: Database['public']['CompositeTypes']['group_member_item'][] | null
        total: number | null
      }
      group_page: {
        items: Database['public']['CompositeTypes']['group_item'][] | null
        total: number | null
      }
      group_reviewing_team: {
        approvals: number | null
        name: string | null
        team_id: number | null
      }
      held_sso_code: {
        account: string | null
        integration_id: number | null
        profile: Json | null
        workspace: string | null
      }
      hooked_integration: {
        id: number | null
        kind: string | null
        secret: Database['public']['CompositeTypes']['sealed'] | null
        workspace_id: number | null
      }
      host_account: {
        external_id: string | null
        id: number | null
        secrets: Json | null
        username: string | null
      }
      idempotency: {
        body: Json | null
        claim: string | null
        state: string | null
        status: number | null
      }
      integration: {
        allow_user_login: boolean | null
        allow_user_register: boolean | null
        callback_key: string | null
        config: Json | null
        config_type: string | null
        created_at: string | null
        enabled: boolean | null
        flow: string | null
        has_secrets: boolean | null
        id: number | null
        is_default_idp: boolean | null
        kind: string | null
        name: string | null
        updated_at: string | null
        workspace_id: number | null
      }
      integration_workspace: {
        domain: string | null
        id: number | null
        name: string | null
        slug: string | null
      }
      inviting_workspace: {
        id: number | null
        logo_url: string | null
        name: string | null
        slug: string | null
      }
      join_request_email: {
        email: string | null
        primary: boolean | null
      }
      join_request_item: {
        avatar_url: string | null
        created_at: string | null
        emails: Database['public']['CompositeTypes']['join_request_email'][] | null
        full_name: string | null
        id: number | null
        is_denied: boolean | null
        user_id: number | null
        username: string | null
      }
      kept_ci_token: {
        ciphertext: string | null
        created_at: string | null
        key_id: string | null
        last_used_at: string | null
      }
      kept_update: {
        key: string | null
        seq: number | null
      }
      known_agent: {
        is_fresh: boolean | null
        is_known: boolean | null
      }
      lacking_permission: {
        permission: string | null
        sentence: string | null
      }
      left_login: {
        expires_at: string | null
        kind: string | null
        workspace_id: number | null
      }
      login_lookup: {
        auth_email: string | null
        auth_id: string | null
        retry_after: number | null
      }
      login_under_way: {
        data: Json | null
        integration_id: number | null
        popup: boolean | null
        purpose: string | null
        return_to: string | null
        workspace_id: number | null
      }
      member_item: {
        avatar_url: string | null
        created_at: string | null
        display_name: string | null
        email: string | null
        first_name: string | null
        is_me: boolean | null
        is_provisioned: boolean | null
        last_name: string | null
        last_seen_at: string | null
        may_change_role: boolean | null
        may_remove: boolean | null
        reason: string | null
        role: Database['public']['Enums']['workspace_role'] | null
        user_id: number | null
        username: string | null
      }
      member_page: {
        items: Database['public']['CompositeTypes']['member_item'][] | null
        total: number | null
      }
      mentionable_person: {
        avatar_url: string | null
        display_name: string | null
        user_id: number | null
        username: string | null
      }
      migration_state: {
        account: string | null
        created_at: string | null
        error: string | null
        external_id: string | null
        job_id: string | null
        left_out: number | null
        project_name: string | null
        project_slug: string | null
        status: string | null
      }
      mock_operation: {
        branch_id: number | null
        data: string | null
        digest: string | null
        version: string | null
      }
      my_workspace: {
        all_admin_count: number | null
        all_billing_admin_count: number | null
        all_guest_count: number | null
        all_maker_count: number | null
        all_owner_count: number | null
        all_viewer_count: number | null
        billing_account: Database['public']['CompositeTypes']['workspace_billing'] | null
        billing_product: Database['public']['CompositeTypes']['workspace_product'] | null
        features: Database['public']['CompositeTypes']['workspace_feature'][] | null
        member_count: number | null
        my_permissions: Database['public']['CompositeTypes']['workspace_permission'][] | null
        project_count: number | null
        team_count: number | null
        workspace_roles: Database['public']['CompositeTypes']['workspace_role_choice'][] | null
      }
      named_object: {
        id: number | null
        name: string | null
      }
      named_workspace: {
        id: number | null
        name: string | null
        slug: string | null
      }
      new_audit_token: {
        access_token: string | null
        access_token_prefix: string | null
        created_at: string | null
        creator: Database['public']['CompositeTypes']['token_creator'] | null
        id: number | null
        last_used: string | null
        name: string | null
      }
      new_scim_token: {
        access_token: string | null
        access_token_prefix: string | null
        created_at: string | null
        id: number | null
      }
      new_workspace: {
        is_account_info_collected: boolean | null
        user_id: number | null
        workspace: Database['public']['CompositeTypes']['named_workspace'] | null
      }
      new_workspace_token: {
        access_token: string | null
        access_token_prefix: string | null
        created_at: string | null
        creator: Database['public']['CompositeTypes']['token_creator'] | null
        id: number | null
        last_used: string | null
        name: string | null
      }
      node_graph: {
        edges: Json | null
        is_cut: boolean | null
        nodes: Json | null
      }
      oauth_request: {
        name: string | null
        registered_at: string | null
        workspace: string | null
      }
      open_page: {
        branch_slug: string | null
        id: number | null
        name: string | null
        project_slug: string | null
        slug: string | null
        summary: string | null
        type: string | null
        updated_at: string | null
      }
      opened_audit_webhook: {
        secret: Database['public']['CompositeTypes']['sealed'] | null
        url: string | null
      }
      opened_integration: {
        allow_user_login: boolean | null
        callback_key: string | null
        config: Json | null
        config_type: string | null
        enabled: boolean | null
        flow: string | null
        id: number | null
        kind: string | null
        name: string | null
        revision: string | null
        secrets: Json | null
        workspace: Database['public']['CompositeTypes']['integration_workspace'] | null
        workspace_id: number | null
      }
      opened_ruleset: {
        file: Database['public']['CompositeTypes']['ruleset_object'] | null
        guide_ids: Json | null
      }
      opened_service_account: {
        token: Json | null
        username: string | null
      }
      other_proposal: {
        id: number | null
        status: string | null
        title: string | null
      }
      override_layer: {
        is_hidden: boolean | null
        layer: string | null
        summary: string | null
        title: string | null
      }
      ownership_transfer: {
        owner: Database['public']['CompositeTypes']['person'] | null
        previous_owner: Database['public']['CompositeTypes']['person'] | null
      }
      password_reset: {
        auth_email: string | null
        auth_id: string | null
        outcome: string | null
        retry_after: number | null
      }
      payment_card: {
        brand: string | null
        expires: string | null
        last4: string | null
      }
      pending_change: {
        at: string | null
        interval: number | null
        kind: string | null
        product_id: number | null
      }
      person: {
        avatar_url: string | null
        display_name: string | null
        user_id: number | null
      }
      placement: {
        email: string | null
        invitation_id: number | null
        role: string | null
        type: string | null
        user_id: number | null
      }
      plan_loss: {
        feature: string | null
        goes_on: boolean | null
        had: number | null
        max: number | null
        type: string | null
        used: number | null
      }
      polled_device_request: {
        auth_email: string | null
        outcome: string | null
        workspace_id: number | null
      }
      prepared_push: {
        folder: string | null
        held: Json | null
        job_id: string | null
        uploaded: Json | null
      }
      priced_plan: {
        flat: number | null
        flat_price: string | null
        id: number | null
        included: number | null
        interval: number | null
        label: string | null
        name: string | null
        priority: number | null
        product_id: number | null
        seat_price: string | null
        user: number | null
      }
      project_access: {
        avatar_url: string | null
        display_name: string | null
        effective_role: Database['public']['Enums']['project_role'] | null
        email: string | null
        explanation: string | null
        first_name: string | null
        last_name: string | null
        may_change: boolean | null
        may_remove: boolean | null
        role: Database['public']['Enums']['project_member_role'] | null
        sources: Database['public']['CompositeTypes']['access_reason'][] | null
        user_id: number | null
        username: string | null
        workspace_role: Database['public']['Enums']['workspace_role'] | null
      }
      project_access_by_role: {
        count: number | null
        explanation: string | null
        role: Database['public']['Enums']['project_role'] | null
        workspace_role: Database['public']['Enums']['workspace_role'] | null
      }
      project_access_page: {
        everyone: Database['public']['CompositeTypes']['project_access_by_role'][] | null
        invitations: Database['public']['CompositeTypes']['project_invited'][] | null
        items: Database['public']['CompositeTypes']['project_access'][] | null
        total: number | null
        visibility: string | null
      }
      project_branch: {
        api_count: number | null
        article_count: number | null
        id: number | null
        name: string | null
        operation_count: number | null
        schema_count: number | null
        slug: string | null
      }
      project_details: {
        default_branch: Database['public']['CompositeTypes']['project_branch'] | null
        description: string | null
        extended_style_guide_ids: number[] | null
        flavor: string | null
        group: Database['public']['CompositeTypes']['project_group'] | null
        icon_color: string | null
        icon_name: string | null
        id: number | null
        is_default_style_guide: boolean | null
        my_permissions: string[] | null
        my_role: Database['public']['Enums']['project_role'] | null
        name: string | null
        owner: Database['public']['CompositeTypes']['person'] | null
        pinned: boolean | null
        slug: string | null
        teams: Database['public']['CompositeTypes']['project_team'][] | null
        type: string | null
        updated_at: string | null
        visibility: string | null
      }
      project_group: {
        id: number | null
        name: string | null
        slug: string | null
      }
      project_host: {
        enabled: boolean | null
        integration_id: number | null
        kind: string | null
        name: string | null
      }
      project_invited: {
        email: string | null
        expires_at: string | null
        invitation_id: number | null
        role: Database['public']['Enums']['project_member_role'] | null
      }
      project_item: {
        default_branch: Database['public']['CompositeTypes']['project_branch'] | null
        description: string | null
        flavor: string | null
        group: Database['public']['CompositeTypes']['project_group'] | null
        icon_color: string | null
        icon_name: string | null
        id: number | null
        my_permissions: string[] | null
        my_role: Database['public']['Enums']['project_role'] | null
        name: string | null
        owner: Database['public']['CompositeTypes']['person'] | null
        pinned: boolean | null
        slug: string | null
        type: string | null
        updated_at: string | null
        visibility: string | null
      }
      project_move: {
        confirmation_required: boolean | null
        moved: boolean | null
        visibility_changed: boolean | null
      }
      project_page: {
        items: Database['public']['CompositeTypes']['project_item'][] | null
        next: string | null
        total: number | null
      }
      project_source: {
        account: Database['public']['CompositeTypes']['host_account'] | null
        integration: Database['public']['CompositeTypes']['opened_integration'] | null
        project: Database['public']['CompositeTypes']['source_project'] | null
        repository: Database['public']['CompositeTypes']['source_repository'] | null
        service_account: Database['public']['CompositeTypes']['opened_service_account'] | null
      }
      project_team: {
        has_read_only_workspace_roles: boolean | null
        icon: string | null
        icon_color: string | null
        member_count: number | null
        name: string | null
        role: Database['public']['Enums']['project_team_role'] | null
        slug: string | null
        team_id: number | null
      }
      project_workspace: {
        hide_powered_by: boolean | null
        id: number | null
        name: string | null
        slug: string | null
      }
      proof: {
        outcome: string | null
        retry_after: number | null
      }
      proposal_baseline: {
        id: number | null
        is_default: boolean | null
        name: string | null
      }
      proposal_branch: {
        has_changes: boolean | null
        has_content: boolean | null
        id: number | null
        is_default: boolean | null
        name: string | null
        slug: string | null
      }
      proposal_check: {
        name: string | null
        sentence: string | null
        state: string | null
      }
      proposal_comment: {
        author: Database['public']['CompositeTypes']['person'] | null
        created_at: string | null
        edited_at: string | null
        id: number | null
        is_mine: boolean | null
        suggestion: Database['public']['CompositeTypes']['suggested_text'] | null
        text: string | null
      }
      proposal_finding: {
        change: string | null
        file: string | null
        line: number | null
        message: string | null
        place: number | null
        rule: string | null
        severity: string | null
      }
      proposal_impact: {
        is_all: boolean | null
        items: Database['public']['CompositeTypes']['broken_node'][] | null
        projects: number | null
        total: number | null
      }
      proposal_item: {
        approvals: number | null
        author: Database['public']['CompositeTypes']['person'] | null
        baseline_name: string | null
        branch_name: string | null
        branch_slug: string | null
        created_at: string | null
        icon_color: string | null
        icon_name: string | null
        id: number | null
        is_waiting: boolean | null
        major: number | null
        minor: number | null
        objections: number | null
        patch: number | null
        project: string | null
        project_id: number | null
        project_slug: string | null
        status: string | null
        threads: number | null
        title: string | null
        updated_at: string | null
      }
      proposal_item_page: {
        items: Database['public']['CompositeTypes']['proposal_item'][] | null
        total: number | null
      }
      proposal_lint: {
        added: number | null
        items: Database['public']['CompositeTypes']['proposal_finding'][] | null
        removed: number | null
        state: string | null
      }
      proposal_merging: {
        baseline_content_hash: string | null
        changed: number | null
        conflicts: number | null
        content_hash: string | null
        files: Json | null
        is_current: boolean | null
        last_version: string | null
        may_merge: boolean | null
        may_release: boolean | null
        problem: string | null
        reason: string | null
      }
      proposal_page: {
        baselines: Database['public']['CompositeTypes']['proposal_baseline'][] | null
        branch: Database['public']['CompositeTypes']['proposal_branch'] | null
        may_edit: boolean | null
        may_moderate: boolean | null
        others: Database['public']['CompositeTypes']['other_proposal'][] | null
        project: Database['public']['CompositeTypes']['proposal_project'] | null
        proposal: Database['public']['CompositeTypes']['proposal_shown'] | null
      }
      proposal_project: {
        icon_color: string | null
        icon_name: string | null
        id: number | null
        name: string | null
        slug: string | null
        type: string | null
      }
      proposal_requirement: {
        given: number | null
        id: number | null
        kind: string | null
        name: string | null
        needed: number | null
      }
      proposal_review: {
        created_at: string | null
        fallen_at: string | null
        id: number | null
        is_mine: boolean | null
        note: string | null
        person: Database['public']['CompositeTypes']['person'] | null
        verdict: string | null
      }
      proposal_reviewer: {
        avatar_url: string | null
        is_required: boolean | null
        may_unask: boolean | null
        name: string | null
        reads: boolean | null
        team_id: number | null
        user_id: number | null
      }
      proposal_shown: {
        author: Database['public']['CompositeTypes']['person'] | null
        baseline_branch_id: number | null
        baseline_name: string | null
        baseline_slug: string | null
        branch_id: number | null
        branch_name: string | null
        branch_slug: string | null
        changelog: string | null
        checks: Database['public']['CompositeTypes']['proposal_check'][] | null
        compared_at: string | null
        comparison: string | null
        content_hash: string | null
        created_at: string | null
        description: string | null
        draft: string | null
        ended_at: string | null
        ended_by: Database['public']['CompositeTypes']['person'] | null
        id: number | null
        is_mine: boolean | null
        major: number | null
        minor: number | null
        nodes: number | null
        patch: number | null
        pull_request: number | null
        pull_request_page: string | null
        requirements: Database['public']['CompositeTypes']['proposal_requirement'][] | null
        reviewers: Database['public']['CompositeTypes']['proposal_reviewer'][] | null
        reviews: Database['public']['CompositeTypes']['proposal_review'][] | null
        status: string | null
        threads: number | null
        title: string | null
        updated_at: string | null
      }
      proposal_thread: {
        comments: Database['public']['CompositeTypes']['proposal_comment'][] | null
        created_at: string | null
        id: number | null
        line: number | null
        node_name: string | null
        node_uri: string | null
        path: string | null
        pointer: string | null
        quote: string | null
        resolved_at: string | null
        resolved_by: string | null
      }
      pushed_branch: {
        commit_hash: string | null
        id: number | null
        is_default: boolean | null
        name: string | null
        slug: string | null
      }
      pushed_task: {
        branch_id: number | null
        branch_ref: string | null
        commit_hash: string | null
        created_at: string | null
        duration_ms: number | null
        event: string | null
        job_id: string | null
        payload: Json | null
        project_id: number | null
        pull_request: Json | null
        source: string | null
        started_at: string | null
        status: string | null
        task_id: string | null
        task_log_lines: Database['public']['CompositeTypes']['pushed_task_line'][] | null
      }
      pushed_task_line: {
        at: string | null
        column_number: number | null
        level: string | null
        line_number: number | null
        message: string | null
        path: string | null
        rule: string | null
        seq: number | null
      }
      pushing_project: {
        name: string | null
        project_id: number | null
        slug: string | null
        token_hash: string | null
        type: string | null
        workspace_id: number | null
        workspace_name: string | null
        workspace_slug: string | null
      }
      queued_import: {
        job_id: string | null
      }
      queued_push: {
        branch_id: number | null
        branch_slug: string | null
        came_before: boolean | null
        job_id: string | null
      }
      registered_agent: {
        client_id: string | null
        created_at: number | null
        name: string | null
        retry_after: number | null
      }
      requested_code: {
        retry_after: number | null
        sent: boolean | null
      }
      returned_login: {
        auth_id: string | null
        data: Json | null
        integration_id: number | null
        popup: boolean | null
        purpose: string | null
        return_to: string | null
        verifier: string | null
        workspace_id: number | null
      }
      rule_fix_page: {
        items: Database['public']['CompositeTypes']['rule_fix_project'][] | null
        total: number | null
      }
      rule_fix_project: {
        branch_slug: string | null
        left_over: number | null
        mended: number | null
        name: string | null
        problem: string | null
        project_id: number | null
        proposal_branch_slug: string | null
        proposal_status: string | null
        reason: string | null
        slug: string | null
        status: string | null
        violations: number | null
      }
      ruleset_file: {
        is_root: boolean | null
        name: string | null
        object: string | null
        path: string | null
        size: number | null
        style_guide_id: number | null
        version: string | null
      }
      ruleset_object: {
        object: string | null
        path: string | null
        size: number | null
      }
      scim_caller: {
        retry_after: number | null
        workspace_id: number | null
      }
      scim_error: {
        created_at: string | null
        detail: string | null
        request: string | null
        status: number | null
      }
      scim_overview: {
        deactivated: number | null
        default_role: Database['public']['Enums']['workspace_role'] | null
        enabled: boolean | null
        errors: Database['public']['CompositeTypes']['scim_error'][] | null
        groups: number | null
        last_changed_at: string | null
        last_synced_at: string | null
        people: number | null
        tokens: Database['public']['CompositeTypes']['scim_token'][] | null
        waiting: number | null
      }
      scim_token: {
        access_token_prefix: string | null
        created_at: string | null
        creator: Database['public']['CompositeTypes']['token_creator'] | null
        id: number | null
        last_used: string | null
      }
      sealed: {
        ciphertext: string | null
        key_id: string | null
      }
      search_answer: {
        groups: Database['public']['CompositeTypes']['search_place'][] | null
        nodes: Database['public']['CompositeTypes']['search_hit'][] | null
        people: Database['public']['CompositeTypes']['search_person'][] | null
        projects: Database['public']['CompositeTypes']['search_place'][] | null
        teams: Database['public']['CompositeTypes']['search_place'][] | null
      }
      search_hit: {
        branch_slug: string | null
        is_deprecated: boolean | null
        is_internal: boolean | null
        method: string | null
        name: string | null
        node_id: number | null
        path: string | null
        project_id: number | null
        project_name: string | null
        project_slug: string | null
        rank: number | null
        slug: string | null
        summary: string | null
        tags: string[] | null
        type: string | null
        words: string[] | null
      }
      search_person: {
        avatar_url: string | null
        display_name: string | null
        email: string | null
        user_id: number | null
        username: string | null
      }
      search_place: {
        icon: string | null
        icon_color: string | null
        id: number | null
        name: string | null
        slug: string | null
      }
      sent_invitation: {
        email: string | null
        id: number | null
        role: Database['public']['Enums']['workspace_role'] | null
      }
      session_end: {
        detail: string | null
        reason: string | null
      }
      shared_branch: {
        branch_id: number | null
        branch_name: string | null
        branch_slug: string | null
        expires_at: string | null
        icon_color: string | null
        icon_name: string | null
        last_analyzed_at: string | null
        project_description: string | null
        project_id: number | null
        project_name: string | null
        project_slug: string | null
        workspace_id: number | null
        workspace_slug: string | null
      }
      slug_answer: {
        available: boolean | null
        reason: string | null
      }
      source_project: {
        id: number | null
        slug: string | null
        workspace_id: number | null
      }
      source_repository: {
        commit_statuses: boolean | null
        external_id: string | null
        external_org_slug: string | null
        external_slug: string | null
        pull_request_comments: boolean | null
        remote_url_http: string | null
        webhook_external_id: string | null
        workspace_integration_id: number | null
      }
      started_device_request: {
        device_code: string | null
        expires_in: number | null
        interval: number | null
        retry_after: number | null
        user_code: string | null
      }
      stored_archive: {
        folder: string | null
        name: string | null
        parts: number | null
        size: number | null
      }
      stored_document: {
        bom: boolean | null
        branch_id: number | null
        eol: string | null
        epoch: number | null
        is_blocked: boolean | null
        kind: string | null
        object: string | null
        path: string | null
        seq: number | null
        snapshot_seq: number | null
        state: string | null
        text: string | null
        updates: Json | null
        upload: string | null
      }
      studio_branch: {
        commit_hash: string | null
        id: number | null
        is_default: boolean | null
        is_published: boolean | null
        last_analyzed_at: string | null
        name: string | null
        slug: string | null
        yjs_document_id: string | null
      }
      studio_opening: {
        base_moved: boolean | null
        branch: Database['public']['CompositeTypes']['studio_branch'] | null
        can_create_branch: boolean | null
        can_publish: boolean | null
        has_changes: boolean | null
        message: string | null
        mode: string | null
        project: Database['public']['CompositeTypes']['studio_project'] | null
        reason: string | null
        view: string | null
      }
      studio_project: {
        flavor: string | null
        id: number | null
        name: string | null
        slug: string | null
        type: string | null
        visibility: string | null
        workspace_id: number | null
        workspace_integration_id: number | null
      }
      style_guide: {
        description: string | null
        flavor: string | null
        icon_color: string | null
        icon_name: string | null
        id: number | null
        is_default: boolean | null
        latest_release: string | null
        name: string | null
        slug: string | null
        visibility: string | null
        workspace_domain: string | null
        workspace_id: number | null
        workspace_slug: string | null
      }
      style_guide_version: {
        is_applied: boolean | null
        is_pinned: boolean | null
        is_prerelease: boolean | null
        notes: string | null
        released_at: string | null
        style_guide_id: number | null
        version: string | null
      }
      subscribing_account: {
        ahead: number | null
        cancels: boolean | null
        customer: string | null
        email: string | null
        included: number | null
        interval: number | null
        is_live: boolean | null
        managed_by: string | null
        name: string | null
        owes: boolean | null
        paid: number | null
        plan_id: number | null
        plans: Database['public']['CompositeTypes']['priced_plan'][] | null
        priority: number | null
        product_id: number | null
        reads: number | null
        renew_plan_id: number | null
        schedule: string | null
        slug: string | null
        status: string | null
        subscription: string | null
        trial_available: boolean | null
        used: number | null
        workspace_id: number | null
      }
      suggested_text: {
        after: string | null
        applied_at: string | null
        applied_by: string | null
        before: string | null
        original: string | null
        path: string | null
        replacement: string | null
      }
      taken_oauth_code: {
        auth_email: string | null
        domain: string | null
        resource: string | null
        slug: string | null
      }
      taken_sso_code: {
        integration_id: number | null
        profile: Json | null
        workspace_id: number | null
      }
      taken_webhook: {
        ignored: Json | null
        is_current: boolean | null
        taken: Json | null
        wait: number | null
      }
      team_item: {
        admins: Database['public']['CompositeTypes']['person'][] | null
        admins_count: number | null
        created_at: string | null
        description: string | null
        icon: string | null
        icon_color: string | null
        id: number | null
        invitations_count: number | null
        member_count: number | null
        my_permissions: string[] | null
        my_role: Database['public']['Enums']['team_role'] | null
        name: string | null
        project_count: number | null
        projects: Database['public']['CompositeTypes']['team_project_item'][] | null
        slug: string | null
        updated_at: string | null
        workspace_id: number | null
      }
      team_member_item: {
        avatar_url: string | null
        created_at: string | null
        display_name: string | null
        email: string | null
        first_name: string | null
        invitation_id: number | null
        last_name: string | null
        may_change: boolean | null
        may_remove: boolean | null
        role: Database['public']['Enums']['team_role'] | null
        type: string | null
        user_id: number | null
        username: string | null
        workspace_role: Database['public']['Enums']['workspace_role'] | null
      }
      team_member_page: {
        items: Database['public']['CompositeTypes']['team_member_item'][] | null
        total: number | null
      }
      team_page: {
        items: Database['public']['CompositeTypes']['team_item'][] | null
        max: number | null
        total: number | null
        usage: number | null
      }
      team_project_item: {
        id: number | null
        name: string | null
        role: Database['public']['Enums']['project_team_role'] | null
        slug: string | null
      }
      thread_comment: {
        author: string | null
        author_id: number | null
        avatar_url: string | null
        created_at: string | null
        edited_at: string | null
        id: number | null
        is_mine: boolean | null
        text: string | null
      }
      token_creator: {
        display_name: string | null
        user_id: number | null
      }
      unconfirmed_change: {
        amount: number | null
        paid_members: number | null
        product_id: number | null
        until: string | null
        url: string | null
      }
      unsubscribed: {
        email: string | null
        kind: string | null
        workspace: Database['public']['CompositeTypes']['named_workspace'] | null
      }
      webhook_change: {
        claim: string | null
        trusted_id: string | null
      }
      workspace_access: {
        by_provider: boolean | null
        covered: boolean | null
        lock_reason: string | null
        locked: boolean | null
        owner_email: string | null
        role: Database['public']['Enums']['workspace_role'] | null
      }
      workspace_billing: {
        included_member_count: number | null
        status: string | null
      }
      workspace_counts: {
        admins: number | null
        billing_admins: number | null
        guests: number | null
        makers: number | null
        members: number | null
        owners: number | null
        projects: number | null
        teams: number | null
        viewers: number | null
      }
      workspace_export: {
        checksum: string | null
        created_at: string | null
        expires_at: string | null
        finished_at: string | null
        id: string | null
        size: number | null
        status: string | null
      }
      workspace_feature: {
        max_quantity: number | null
        name: string | null
        type: string | null
      }
      workspace_grant: {
        expires_at: string | null
        grant: string | null
        id: number | null
        name: string | null
        workspace_id: number | null
      }
      workspace_permission: {
        permission: string | null
        role: Database['public']['Enums']['workspace_role'] | null
      }
      workspace_picture: {
        content: string | null
        type: string | null
      }
      workspace_plan: {
        included_members: number | null
        name: string | null
        product_id: number | null
        status: string | null
        trial_end_at: string | null
      }
      workspace_product: {
        label: string | null
        name: string | null
      }
      workspace_removal: {
        days: number | null
        delete_at: string | null
        obstacle: string | null
      }
      workspace_role_choice: {
        can_add: boolean | null
        role: Database['public']['Enums']['workspace_role'] | null
      }
      workspace_settings: {
        allow_public_projects: boolean | null
        allow_search_indexing: boolean | null
        allow_web_projects: boolean | null
        disable_cookie_tracking: boolean | null
        disable_default_styleguide_editing: boolean | null
        favicon_url: string | null
        google_tag_manager: string | null
        guests_receive_daily_digest: boolean | null
        hide_powered_by: boolean | null
        hide_sign_in: boolean | null
        home_content: string | null
        idle_timeout_seconds: number | null
        join_requests_disabled: boolean | null
        localizejs: string | null
        logo_url: string | null
        migrated_from_next: boolean | null
        name: string | null
        redirects: string | null
        show_tryit: boolean | null
        show_tryit_mock_server: boolean | null
        show_userway: boolean | null
        theme: Json | null
        use_automatic_ssg_conversion: boolean | null
      }
      workspace_site: {
        allow_search_indexing: boolean | null
        by_provider: boolean | null
        disable_cookie_tracking: boolean | null
        domain: string | null
        favicon_url: string | null
        flags: Json | null
        google_tag_manager: string | null
        has_redirects: boolean | null
        hide_powered_by: boolean | null
        hide_sign_in: boolean | null
        home_content: string | null
        id: number | null
        join_requests_disabled: boolean | null
        localizejs: string | null
        logo_url: string | null
        name: string | null
        show_tryit: boolean | null
        show_userway: boolean | null
        slug: string | null
        theme: Json | null
      }
      workspace_state: {
        delete_at: string | null
        idle_timeout_seconds: number | null
        is_closed_to_me: boolean | null
        lock_at: string | null
        lock_reason: string | null
        locked: boolean | null
        owner_email: string | null
      }
      workspace_summary: {
        counts: Database['public']['CompositeTypes']['workspace_counts'] | null
        plan: Database['public']['CompositeTypes']['workspace_plan'] | null
      }
      workspace_token: {
        access_token_prefix: string | null
        created_at: string | null
        creator: Database['public']['CompositeTypes']['token_creator'] | null
        id: number | null
        last_used: string | null
        name: string | null
      }
    }
  }
}
