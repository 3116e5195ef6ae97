alter table sales_contacts add column if not exists "custom_search" tsvector generated always as (custom_words(nullif(custom, '{}'))) stored, add column if not exists "email_folded" text generated always as (lower("email")) stored;

alter table sales_contact_files add column if not exists "custom_search" tsvector generated always as (custom_words(nullif(custom, '{}'))) stored;

alter table sales_contact_notes add column if not exists "custom_search" tsvector generated always as (custom_words(nullif(custom, '{}'))) stored;

alter table sales_contact_tasks add column if not exists "custom_search" tsvector generated always as (custom_words(nullif(custom, '{}'))) stored;

alter table sales_contact_statuses add column if not exists "custom_search" tsvector generated always as (custom_words(nullif(custom, '{}'))) stored;

alter table sales_student_histories add column if not exists "custom_search" tsvector generated always as (custom_words(nullif(custom, '{}'))) stored;

alter table sales_accounts add column if not exists "custom_search" tsvector generated always as (custom_words(nullif(custom, '{}'))) stored, add column if not exists "annual_revenue_approx" float8 generated always as (("annual_revenue")::float8) stored;

alter table sales_account_files add column if not exists "custom_search" tsvector generated always as (custom_words(nullif(custom, '{}'))) stored;

alter table sales_account_notes add column if not exists "custom_search" tsvector generated always as (custom_words(nullif(custom, '{}'))) stored;

alter table sales_account_tasks add column if not exists "custom_search" tsvector generated always as (custom_words(nullif(custom, '{}'))) stored;

alter table sales_account_statuses add column if not exists "custom_search" tsvector generated always as (custom_words(nullif(custom, '{}'))) stored;

alter table sales_account_types add column if not exists "custom_search" tsvector generated always as (custom_words(nullif(custom, '{}'))) stored, add column if not exists "name_folded" text generated always as (lower("name")) stored;

alter table sales_account_sources add column if not exists "custom_search" tsvector generated always as (custom_words(nullif(custom, '{}'))) stored, add column if not exists "name_folded" text generated always as (lower("name")) stored;

alter table sales_account_ownerships add column if not exists "custom_search" tsvector generated always as (custom_words(nullif(custom, '{}'))) stored;

alter table sales_account_products add column if not exists "custom_search" tsvector generated always as (custom_words(nullif(custom, '{}'))) stored;

alter table sales_leads add column if not exists "custom_search" tsvector generated always as (custom_words(nullif(custom, '{}'))) stored, add column if not exists "email_folded" text generated always as (lower("email")) stored, add column if not exists "score_approx" float8 generated always as (("score")::float8) stored;

alter table sales_lead_files add column if not exists "custom_search" tsvector generated always as (custom_words(nullif(custom, '{}'))) stored;

alter table sales_lead_notes add column if not exists "custom_search" tsvector generated always as (custom_words(nullif(custom, '{}'))) stored;

alter table sales_lead_tasks add column if not exists "custom_search" tsvector generated always as (custom_words(nullif(custom, '{}'))) stored;

alter table sales_lead_statuses add column if not exists "custom_search" tsvector generated always as (custom_words(nullif(custom, '{}'))) stored;

alter table sales_lead_sources add column if not exists "custom_search" tsvector generated always as (custom_words(nullif(custom, '{}'))) stored, add column if not exists "name_folded" text generated always as (lower("name")) stored;

alter table sales_opportunities add column if not exists "custom_search" tsvector generated always as (custom_words(nullif(custom, '{}'))) stored, add column if not exists "value_approx" float8 generated always as (("value")::float8) stored;

alter table sales_opportunity_files add column if not exists "custom_search" tsvector generated always as (custom_words(nullif(custom, '{}'))) stored;

alter table sales_opportunity_notes add column if not exists "custom_search" tsvector generated always as (custom_words(nullif(custom, '{}'))) stored;

alter table sales_opportunity_tasks add column if not exists "custom_search" tsvector generated always as (custom_words(nullif(custom, '{}'))) stored;

alter table sales_opportunity_statuses add column if not exists "custom_search" tsvector generated always as (custom_words(nullif(custom, '{}'))) stored;

alter table sales_opportunity_products add column if not exists "custom_search" tsvector generated always as (custom_words(nullif(custom, '{}'))) stored;

alter table sales_quotes add column if not exists "custom_search" tsvector generated always as (custom_words(nullif(custom, '{}'))) stored, add column if not exists "number_folded" text generated always as (lower("number")) stored, add column if not exists "total_approx" float8 generated always as (("total")::float8) stored;

alter table sales_quote_files add column if not exists "custom_search" tsvector generated always as (custom_words(nullif(custom, '{}'))) stored;

alter table sales_quote_notes add column if not exists "custom_search" tsvector generated always as (custom_words(nullif(custom, '{}'))) stored;

alter table sales_quote_tasks add column if not exists "custom_search" tsvector generated always as (custom_words(nullif(custom, '{}'))) stored;

alter table sales_quote_statuses add column if not exists "custom_search" tsvector generated always as (custom_words(nullif(custom, '{}'))) stored;

alter table sales_quote_products add column if not exists "custom_search" tsvector generated always as (custom_words(nullif(custom, '{}'))) stored;

alter table sales_orders add column if not exists "custom_search" tsvector generated always as (custom_words(nullif(custom, '{}'))) stored, add column if not exists "number_folded" text generated always as (lower("number")) stored, add column if not exists "total_approx" float8 generated always as (("total")::float8) stored;

alter table sales_order_files add column if not exists "custom_search" tsvector generated always as (custom_words(nullif(custom, '{}'))) stored;

alter table sales_order_notes add column if not exists "custom_search" tsvector generated always as (custom_words(nullif(custom, '{}'))) stored;

alter table sales_order_tasks add column if not exists "custom_search" tsvector generated always as (custom_words(nullif(custom, '{}'))) stored;

alter table sales_order_statuses add column if not exists "custom_search" tsvector generated always as (custom_words(nullif(custom, '{}'))) stored;

alter table sales_order_products add column if not exists "custom_search" tsvector generated always as (custom_words(nullif(custom, '{}'))) stored;

alter table sales_products add column if not exists "custom_search" tsvector generated always as (custom_words(nullif(custom, '{}'))) stored, add column if not exists "sku_folded" text generated always as (lower("sku")) stored, add column if not exists "price_approx" float8 generated always as (("price")::float8) stored;

alter table sales_product_files add column if not exists "custom_search" tsvector generated always as (custom_words(nullif(custom, '{}'))) stored;

alter table sales_product_notes add column if not exists "custom_search" tsvector generated always as (custom_words(nullif(custom, '{}'))) stored;

alter table sales_product_tasks add column if not exists "custom_search" tsvector generated always as (custom_words(nullif(custom, '{}'))) stored;

alter table sales_product_statuses add column if not exists "custom_search" tsvector generated always as (custom_words(nullif(custom, '{}'))) stored;

alter table sales_organizations add column if not exists "custom_search" tsvector generated always as (custom_words(nullif(custom, '{}'))) stored;

alter table sales_organization_types add column if not exists "custom_search" tsvector generated always as (custom_words(nullif(custom, '{}'))) stored, add column if not exists "name_folded" text generated always as (lower("name")) stored;

alter table sales_organization_board_meetings add column if not exists "custom_search" tsvector generated always as (custom_words(nullif(custom, '{}'))) stored;

alter table sales_organization_contacts add column if not exists "custom_search" tsvector generated always as (custom_words(nullif(custom, '{}'))) stored, add column if not exists "email_folded" text generated always as (lower("email")) stored;

alter table sales_organization_news add column if not exists "custom_search" tsvector generated always as (custom_words(nullif(custom, '{}'))) stored;

alter table sales_insights add column if not exists "custom_search" tsvector generated always as (custom_words(nullif(custom, '{}'))) stored;

alter table sales_insight_files add column if not exists "custom_search" tsvector generated always as (custom_words(nullif(custom, '{}'))) stored;

alter table sales_insight_notes add column if not exists "custom_search" tsvector generated always as (custom_words(nullif(custom, '{}'))) stored;

alter table sales_insight_tasks add column if not exists "custom_search" tsvector generated always as (custom_words(nullif(custom, '{}'))) stored;

alter table sales_insight_filters add column if not exists "custom_search" tsvector generated always as (custom_words(nullif(custom, '{}'))) stored;

alter table sales_insight_filter_files add column if not exists "custom_search" tsvector generated always as (custom_words(nullif(custom, '{}'))) stored;

alter table sales_insight_filter_notes add column if not exists "custom_search" tsvector generated always as (custom_words(nullif(custom, '{}'))) stored;

alter table sales_insight_filter_tasks add column if not exists "custom_search" tsvector generated always as (custom_words(nullif(custom, '{}'))) stored;

alter table sales_campaigns add column if not exists "custom_search" tsvector generated always as (custom_words(nullif(custom, '{}'))) stored;

alter table sales_tasks add column if not exists "custom_search" tsvector generated always as (custom_words(nullif(custom, '{}'))) stored;

alter table sales_notes add column if not exists "custom_search" tsvector generated always as (custom_words(nullif(custom, '{}'))) stored;

alter table sales_files add column if not exists "custom_search" tsvector generated always as (custom_words(nullif(custom, '{}'))) stored;

alter table sales_regions add column if not exists "custom_search" tsvector generated always as (custom_words(nullif(custom, '{}'))) stored, add column if not exists "name_folded" text generated always as (lower("name")) stored;

alter table sales_industries add column if not exists "custom_search" tsvector generated always as (custom_words(nullif(custom, '{}'))) stored, add column if not exists "name_folded" text generated always as (lower("name")) stored;

alter table sales_sales_targets add column if not exists "custom_search" tsvector generated always as (custom_words(nullif(custom, '{}'))) stored;

alter table sales_sla_types add column if not exists "custom_search" tsvector generated always as (custom_words(nullif(custom, '{}'))) stored, add column if not exists "name_folded" text generated always as (lower("name")) stored;

alter table sales_business_listing_profiles add column if not exists "custom_search" tsvector generated always as (custom_words(nullif(custom, '{}'))) stored;

alter table sales_professional_network_profiles add column if not exists "custom_search" tsvector generated always as (custom_words(nullif(custom, '{}'))) stored;

alter table marketing_campaigns add column if not exists "custom_search" tsvector generated always as (custom_words(nullif(custom, '{}'))) stored;

alter table marketing_campaign_statuses add column if not exists "custom_search" tsvector generated always as (custom_words(nullif(custom, '{}'))) stored;

alter table marketing_campaign_stakeholder_users add column if not exists "custom_search" tsvector generated always as (custom_words(nullif(custom, '{}'))) stored;

alter table marketing_campaign_channel_ads add column if not exists "custom_search" tsvector generated always as (custom_words(nullif(custom, '{}'))) stored;

alter table marketing_campaign_channel_ads_files add column if not exists "custom_search" tsvector generated always as (custom_words(nullif(custom, '{}'))) stored;

alter table marketing_campaign_channel_ads_notes add column if not exists "custom_search" tsvector generated always as (custom_words(nullif(custom, '{}'))) stored;

alter table marketing_campaign_channel_ads_tasks add column if not exists "custom_search" tsvector generated always as (custom_words(nullif(custom, '{}'))) stored;

alter table marketing_campaign_channel_emails add column if not exists "custom_search" tsvector generated always as (custom_words(nullif(custom, '{}'))) stored;

alter table marketing_campaign_channel_email_files add column if not exists "custom_search" tsvector generated always as (custom_words(nullif(custom, '{}'))) stored;

alter table marketing_campaign_channel_email_notes add column if not exists "custom_search" tsvector generated always as (custom_words(nullif(custom, '{}'))) stored;

alter table marketing_campaign_channel_email_tasks add column if not exists "custom_search" tsvector generated always as (custom_words(nullif(custom, '{}'))) stored;

alter table marketing_campaign_channel_ppc add column if not exists "custom_search" tsvector generated always as (custom_words(nullif(custom, '{}'))) stored;

alter table marketing_campaign_channel_ppc_files add column if not exists "custom_search" tsvector generated always as (custom_words(nullif(custom, '{}'))) stored;

alter table marketing_campaign_channel_ppc_notes add column if not exists "custom_search" tsvector generated always as (custom_words(nullif(custom, '{}'))) stored;

alter table marketing_campaign_channel_ppc_tasks add column if not exists "custom_search" tsvector generated always as (custom_words(nullif(custom, '{}'))) stored;

alter table marketing_campaign_channel_sms add column if not exists "custom_search" tsvector generated always as (custom_words(nullif(custom, '{}'))) stored;

alter table marketing_campaign_channel_sms_files add column if not exists "custom_search" tsvector generated always as (custom_words(nullif(custom, '{}'))) stored;

alter table marketing_campaign_channel_sms_notes add column if not exists "custom_search" tsvector generated always as (custom_words(nullif(custom, '{}'))) stored;

alter table marketing_campaign_channel_sms_tasks add column if not exists "custom_search" tsvector generated always as (custom_words(nullif(custom, '{}'))) stored;

alter table marketing_campaign_channel_social add column if not exists "custom_search" tsvector generated always as (custom_words(nullif(custom, '{}'))) stored;

alter table marketing_campaign_channel_social_files add column if not exists "custom_search" tsvector generated always as (custom_words(nullif(custom, '{}'))) stored;

alter table marketing_campaign_channel_social_notes add column if not exists "custom_search" tsvector generated always as (custom_words(nullif(custom, '{}'))) stored;

alter table marketing_campaign_channel_social_tasks add column if not exists "custom_search" tsvector generated always as (custom_words(nullif(custom, '{}'))) stored;

alter table marketing_campaign_channel_web_content add column if not exists "custom_search" tsvector generated always as (custom_words(nullif(custom, '{}'))) stored;

alter table marketing_campaign_channel_web_content_files add column if not exists "custom_search" tsvector generated always as (custom_words(nullif(custom, '{}'))) stored;

alter table marketing_campaign_channel_web_content_notes add column if not exists "custom_search" tsvector generated always as (custom_words(nullif(custom, '{}'))) stored;

alter table marketing_campaign_channel_web_content_tasks add column if not exists "custom_search" tsvector generated always as (custom_words(nullif(custom, '{}'))) stored;

alter table marketing_campaign_sequences add column if not exists "custom_search" tsvector generated always as (custom_words(nullif(custom, '{}'))) stored;

alter table marketing_campaign_sequence_snapshots add column if not exists "custom_search" tsvector generated always as (custom_words(nullif(custom, '{}'))) stored;

alter table marketing_campaign_sequence_snapshot_contacts add column if not exists "custom_search" tsvector generated always as (custom_words(nullif(custom, '{}'))) stored, add column if not exists "email_folded" text generated always as (lower("email")) stored;

alter table marketing_segments add column if not exists "custom_search" tsvector generated always as (custom_words(nullif(custom, '{}'))) stored;

alter table marketing_segment_files add column if not exists "custom_search" tsvector generated always as (custom_words(nullif(custom, '{}'))) stored;

alter table marketing_segment_notes add column if not exists "custom_search" tsvector generated always as (custom_words(nullif(custom, '{}'))) stored;

alter table marketing_email_drip_campaigns add column if not exists "custom_search" tsvector generated always as (custom_words(nullif(custom, '{}'))) stored;

alter table marketing_email_drip_campaign_notes add column if not exists "custom_search" tsvector generated always as (custom_words(nullif(custom, '{}'))) stored;

alter table marketing_email_sequence_workflows add column if not exists "custom_search" tsvector generated always as (custom_words(nullif(custom, '{}'))) stored;

alter table marketing_websites add column if not exists "custom_search" tsvector generated always as (custom_words(nullif(custom, '{}'))) stored;

alter table marketing_website_statuses add column if not exists "custom_search" tsvector generated always as (custom_words(nullif(custom, '{}'))) stored;

alter table marketing_website_types add column if not exists "custom_search" tsvector generated always as (custom_words(nullif(custom, '{}'))) stored, add column if not exists "name_folded" text generated always as (lower("name")) stored;

alter table marketing_web_pages add column if not exists "custom_search" tsvector generated always as (custom_words(nullif(custom, '{}'))) stored;

alter table marketing_workflows add column if not exists "custom_search" tsvector generated always as (custom_words(nullif(custom, '{}'))) stored;

alter table marketing_workflow_steps add column if not exists "custom_search" tsvector generated always as (custom_words(nullif(custom, '{}'))) stored;

alter table marketing_workflow_enrollments add column if not exists "custom_search" tsvector generated always as (custom_words(nullif(custom, '{}'))) stored;

alter table communications_campaigns add column if not exists "custom_search" tsvector generated always as (custom_words(nullif(custom, '{}'))) stored;

alter table communications_campaign_files add column if not exists "custom_search" tsvector generated always as (custom_words(nullif(custom, '{}'))) stored;

alter table communications_campaign_notes add column if not exists "custom_search" tsvector generated always as (custom_words(nullif(custom, '{}'))) stored;

alter table communications_campaign_tasks add column if not exists "custom_search" tsvector generated always as (custom_words(nullif(custom, '{}'))) stored;

alter table communications_conversations add column if not exists "custom_search" tsvector generated always as (custom_words(nullif(custom, '{}'))) stored;

alter table communications_comments add column if not exists "custom_search" tsvector generated always as (custom_words(nullif(custom, '{}'))) stored;

alter table communications_emails add column if not exists "custom_search" tsvector generated always as (custom_words(nullif(custom, '{}'))) stored;

alter table communications_email_files add column if not exists "custom_search" tsvector generated always as (custom_words(nullif(custom, '{}'))) stored;

alter table communications_email_lists add column if not exists "custom_search" tsvector generated always as (custom_words(nullif(custom, '{}'))) stored;

alter table communications_email_snapshots add column if not exists "custom_search" tsvector generated always as (custom_words(nullif(custom, '{}'))) stored;

alter table communications_email_snapshot_contacts add column if not exists "custom_search" tsvector generated always as (custom_words(nullif(custom, '{}'))) stored, add column if not exists "email_folded" text generated always as (lower("email")) stored;

alter table communications_email_templates add column if not exists "custom_search" tsvector generated always as (custom_words(nullif(custom, '{}'))) stored;

alter table communications_referrals add column if not exists "custom_search" tsvector generated always as (custom_words(nullif(custom, '{}'))) stored, add column if not exists "referred_email_folded" text generated always as (lower("referred_email")) stored;

alter table identity_users add column if not exists "custom_search" tsvector generated always as (custom_words(nullif(custom, '{}'))) stored, add column if not exists "email_folded" text generated always as (lower("email")) stored;

alter table identity_roles add column if not exists "custom_search" tsvector generated always as (custom_words(nullif(custom, '{}'))) stored, add column if not exists "name_folded" text generated always as (lower("name")) stored;

alter table identity_teams add column if not exists "custom_search" tsvector generated always as (custom_words(nullif(custom, '{}'))) stored, add column if not exists "name_folded" text generated always as (lower("name")) stored;

alter table identity_team_users add column if not exists "custom_search" tsvector generated always as (custom_words(nullif(custom, '{}'))) stored;

alter table identity_departments add column if not exists "custom_search" tsvector generated always as (custom_words(nullif(custom, '{}'))) stored, add column if not exists "name_folded" text generated always as (lower("name")) stored, add column if not exists "code_folded" text generated always as (lower("code")) stored;

alter table identity_department_users add column if not exists "custom_search" tsvector generated always as (custom_words(nullif(custom, '{}'))) stored;

alter table identity_employees add column if not exists "custom_search" tsvector generated always as (custom_words(nullif(custom, '{}'))) stored, add column if not exists "employee_number_folded" text generated always as (lower("employee_number")) stored, add column if not exists "email_folded" text generated always as (lower("email")) stored;

alter table identity_contractors add column if not exists "custom_search" tsvector generated always as (custom_words(nullif(custom, '{}'))) stored, add column if not exists "email_folded" text generated always as (lower("email")) stored;

alter table identity_api_keys add column "custom_search" tsvector generated always as (custom_words(nullif(custom, '{}'))) stored;

alter table ai_ai_completion_logs add column if not exists "custom_search" tsvector generated always as (custom_words(nullif(custom, '{}'))) stored;

alter table ui_screens add column if not exists "custom_search" tsvector generated always as (custom_words(nullif(custom, '{}'))) stored;

alter table ui_screen_files add column if not exists "custom_search" tsvector generated always as (custom_words(nullif(custom, '{}'))) stored;

alter table ui_screen_notes add column if not exists "custom_search" tsvector generated always as (custom_words(nullif(custom, '{}'))) stored;

alter table ui_screen_tasks add column if not exists "custom_search" tsvector generated always as (custom_words(nullif(custom, '{}'))) stored;

alter table ui_screen_statuses add column if not exists "custom_search" tsvector generated always as (custom_words(nullif(custom, '{}'))) stored;

alter table ui_screen_actions add column if not exists "custom_search" tsvector generated always as (custom_words(nullif(custom, '{}'))) stored;

alter table ui_screen_components add column if not exists "custom_search" tsvector generated always as (custom_words(nullif(custom, '{}'))) stored;

alter table ui_user_screens add column if not exists "custom_search" tsvector generated always as (custom_words(nullif(custom, '{}'))) stored;

alter table ui_workspaces add column if not exists "custom_search" tsvector generated always as (custom_words(nullif(custom, '{}'))) stored;

alter table ui_components add column if not exists "custom_search" tsvector generated always as (custom_words(nullif(custom, '{}'))) stored;

alter table ui_registered_components add column if not exists "custom_search" tsvector generated always as (custom_words(nullif(custom, '{}'))) stored, add column if not exists "name_folded" text generated always as (lower("name")) stored;

alter table ui_dashboards add column if not exists "custom_search" tsvector generated always as (custom_words(nullif(custom, '{}'))) stored;

alter table ui_drafts add column if not exists "custom_search" tsvector generated always as (custom_words(nullif(custom, '{}'))) stored;

alter table ui_record_recent_views add column if not exists "custom_search" tsvector generated always as (custom_words(nullif(custom, '{}'))) stored;

alter table ui_support_tickets add column if not exists "custom_search" tsvector generated always as (custom_words(nullif(custom, '{}'))) stored, add column if not exists "ticket_number_folded" text generated always as (lower("ticket_number")) stored;

alter table ui_support_ticket_files add column if not exists "custom_search" tsvector generated always as (custom_words(nullif(custom, '{}'))) stored;

alter table ui_support_ticket_notes add column if not exists "custom_search" tsvector generated always as (custom_words(nullif(custom, '{}'))) stored;

alter table ui_support_ticket_tasks add column if not exists "custom_search" tsvector generated always as (custom_words(nullif(custom, '{}'))) stored;

alter table ui_support_ticket_resolutions add column if not exists "custom_search" tsvector generated always as (custom_words(nullif(custom, '{}'))) stored;

alter table ui_enterprise_product_announcements add column if not exists "custom_search" tsvector generated always as (custom_words(nullif(custom, '{}'))) stored;

alter table ui_enterprise_product_announcement_files add column if not exists "custom_search" tsvector generated always as (custom_words(nullif(custom, '{}'))) stored;

alter table ui_enterprise_product_announcement_notes add column if not exists "custom_search" tsvector generated always as (custom_words(nullif(custom, '{}'))) stored;

alter table ui_enterprise_product_announcement_tasks add column if not exists "custom_search" tsvector generated always as (custom_words(nullif(custom, '{}'))) stored;

alter table ui_settings add column if not exists "custom_search" tsvector generated always as (custom_words(nullif(custom, '{}'))) stored, add column if not exists "key_folded" text generated always as (lower("key")) stored;

alter table inventory_inventory_locations add column if not exists "custom_search" tsvector generated always as (custom_words(nullif(custom, '{}'))) stored, add column if not exists "code_folded" text generated always as (lower("code")) stored;

alter table inventory_equipment add column if not exists "custom_search" tsvector generated always as (custom_words(nullif(custom, '{}'))) stored, add column if not exists "asset_tag_folded" text generated always as (lower("asset_tag")) stored;

alter table inventory_equipment_files add column if not exists "custom_search" tsvector generated always as (custom_words(nullif(custom, '{}'))) stored;

alter table inventory_equipment_notes add column if not exists "custom_search" tsvector generated always as (custom_words(nullif(custom, '{}'))) stored;

alter table inventory_equipment_tasks add column if not exists "custom_search" tsvector generated always as (custom_words(nullif(custom, '{}'))) stored;

alter table inventory_assets add column if not exists "custom_search" tsvector generated always as (custom_words(nullif(custom, '{}'))) stored, add column if not exists "asset_number_folded" text generated always as (lower("asset_number")) stored;

alter table forms_forms add column if not exists "custom_search" tsvector generated always as (custom_words(nullif(custom, '{}'))) stored, add column if not exists "slug_folded" text generated always as (lower("slug")) stored;

alter table forms_form_submissions add column if not exists "custom_search" tsvector generated always as (custom_words(nullif(custom, '{}'))) stored, add column if not exists "email_folded" text generated always as (lower("email")) stored;

alter table support_support_articles add column if not exists "custom_search" tsvector generated always as (custom_words(nullif(custom, '{}'))) stored, add column if not exists "slug_folded" text generated always as (lower("slug")) stored;

alter table support_support_article_files add column if not exists "custom_search" tsvector generated always as (custom_words(nullif(custom, '{}'))) stored;

alter table support_support_categories add column if not exists "custom_search" tsvector generated always as (custom_words(nullif(custom, '{}'))) stored, add column if not exists "slug_folded" text generated always as (lower("slug")) stored;

alter table customer_success_renewals add column if not exists "custom_search" tsvector generated always as (custom_words(nullif(custom, '{}'))) stored, add column if not exists "renewal_value_approx" float8 generated always as (("renewal_value")::float8) stored;

alter table customer_success_health_scores add column if not exists "custom_search" tsvector generated always as (custom_words(nullif(custom, '{}'))) stored, add column if not exists "score_approx" float8 generated always as (("score")::float8) stored;

alter table customer_success_success_plans add column if not exists "custom_search" tsvector generated always as (custom_words(nullif(custom, '{}'))) stored;

alter table customer_success_success_plan_tasks add column if not exists "custom_search" tsvector generated always as (custom_words(nullif(custom, '{}'))) stored;

alter table customer_success_escalations add column if not exists "custom_search" tsvector generated always as (custom_words(nullif(custom, '{}'))) stored, add column if not exists "escalation_number_folded" text generated always as (lower("escalation_number")) stored;

alter table customer_success_escalation_notes add column if not exists "custom_search" tsvector generated always as (custom_words(nullif(custom, '{}'))) stored;

alter table integrations_webhooks add column if not exists "custom_search" tsvector generated always as (custom_words(nullif(custom, '{}'))) stored;

drop index if exists sales_opportunity_notes_search_idx;

drop index if exists customer_success_escalation_notes_search_idx;

drop index if exists sales_quote_notes_search_idx;

drop index if exists sales_account_sources_name_key;

drop index if exists customer_success_escalations_escalation_number_key;

drop index if exists identity_contractors_email_idx;

drop index if exists marketing_campaign_channel_sms_tasks_search_idx;

drop index if exists sales_leads_score_idx;

drop index if exists ai_ai_completion_logs_search_idx;

drop index if exists ui_screen_notes_search_idx;

drop index if exists sales_lead_tasks_search_idx;

drop index if exists marketing_workflow_steps_search_idx;

drop index if exists marketing_campaign_statuses_search_idx;

drop index if exists ui_enterprise_product_announcements_search_idx;

drop index if exists marketing_workflows_search_idx;

drop index if exists sales_organization_types_search_idx;

drop index if exists sales_contact_statuses_search_idx;

drop index if exists ui_support_tickets_search_idx;

drop index if exists sales_opportunity_statuses_search_idx;

drop index if exists inventory_equipment_notes_search_idx;

drop index if exists sales_quote_products_search_idx;

drop index if exists marketing_campaign_channel_ads_files_search_idx;

drop index if exists inventory_equipment_tasks_search_idx;

drop index if exists communications_email_templates_search_idx;

drop index if exists marketing_email_drip_campaigns_search_idx;

drop index if exists ui_screens_search_idx;

drop index if exists customer_success_renewals_search_idx;

drop index if exists marketing_campaign_sequences_search_idx;

drop index if exists marketing_campaigns_search_idx;

drop index if exists ui_support_ticket_resolutions_search_idx;

drop index if exists sales_quotes_total_idx;

drop index if exists sales_opportunity_products_search_idx;

drop index if exists inventory_equipment_files_search_idx;

drop index if exists support_support_article_files_search_idx;

drop index if exists sales_professional_network_profiles_search_idx;

drop index if exists marketing_segments_search_idx;

drop index if exists sales_organization_contacts_search_idx;

drop index if exists sales_accounts_search_idx;

drop index if exists forms_forms_slug_key;

drop index if exists ui_support_ticket_notes_search_idx;

drop index if exists sales_account_files_search_idx;

drop index if exists ui_settings_search_idx;

drop index if exists sales_contact_tasks_search_idx;

drop index if exists ui_workspaces_search_idx;

drop index if exists sales_insight_filter_files_search_idx;

drop index if exists marketing_email_sequence_workflows_search_idx;

drop index if exists sales_product_files_search_idx;

drop index if exists sales_account_types_search_idx;

drop index if exists sales_insight_notes_search_idx;

drop index if exists marketing_website_types_name_key;

drop index if exists sales_quote_files_search_idx;

drop index if exists sales_leads_search_idx;

drop index if exists inventory_equipment_asset_tag_key;

drop index if exists customer_success_success_plan_tasks_search_idx;

drop index if exists support_support_articles_slug_key;

drop index if exists sales_order_products_search_idx;

drop index if exists sales_quotes_search_idx;

drop index if exists inventory_inventory_locations_search_idx;

drop index if exists sales_insight_filter_tasks_search_idx;

drop index if exists marketing_campaign_channel_email_tasks_search_idx;

drop index if exists sales_orders_total_idx;

drop index if exists ui_components_search_idx;

drop index if exists support_support_articles_search_idx;

drop index if exists identity_users_search_idx;

drop index if exists marketing_campaign_channel_ads_notes_search_idx;

drop index if exists communications_email_files_search_idx;

drop index if exists communications_email_snapshot_contacts_search_idx;

drop index if exists sales_organization_news_search_idx;

drop index if exists ui_enterprise_product_announcement_notes_search_idx;

drop index if exists marketing_campaign_channel_ppc_tasks_search_idx;

drop index if exists ui_screen_statuses_search_idx;

drop index if exists marketing_campaign_channel_social_tasks_search_idx;

drop index if exists sales_opportunities_value_idx;

drop index if exists identity_employees_email_idx;

drop index if exists identity_users_email_idx;

drop index if exists communications_referrals_referred_email_idx;

drop index if exists marketing_campaign_sequence_snapshot_contacts_email_idx;

drop index if exists sales_files_search_idx;

drop index if exists ui_support_ticket_tasks_search_idx;

drop index if exists sales_organizations_search_idx;

drop index if exists sales_business_listing_profiles_search_idx;

drop index if exists inventory_equipment_search_idx;

drop index if exists sales_student_histories_search_idx;

drop index identity_api_keys_search_idx;

drop index if exists identity_users_email_key;

drop index if exists communications_conversations_search_idx;

drop index if exists forms_forms_search_idx;

drop index if exists sales_lead_sources_name_key;

drop index if exists sales_industries_name_key;

drop index if exists sales_sla_types_search_idx;

drop index if exists sales_lead_files_search_idx;

drop index if exists identity_teams_name_key;

drop index if exists sales_industries_search_idx;

drop index if exists sales_opportunity_tasks_search_idx;

drop index if exists ui_screen_files_search_idx;

drop index if exists sales_products_sku_key;

drop index if exists sales_product_notes_search_idx;

drop index if exists sales_account_sources_search_idx;

drop index if exists communications_campaign_notes_search_idx;

drop index if exists sales_order_notes_search_idx;

drop index if exists sales_opportunities_stage_value_idx;

drop index if exists sales_sales_targets_search_idx;

drop index if exists identity_departments_code_key;

drop index if exists marketing_website_types_search_idx;

drop index if exists communications_campaigns_search_idx;

drop index if exists marketing_segment_notes_search_idx;

drop index if exists sales_notes_search_idx;

drop index if exists ui_screen_actions_search_idx;

drop index if exists marketing_websites_search_idx;

drop index if exists sales_insight_filters_search_idx;

drop index if exists sales_insight_filter_notes_search_idx;

drop index if exists sales_lead_notes_search_idx;

drop index if exists integrations_webhooks_search_idx;

drop index if exists ui_drafts_search_idx;

drop index if exists customer_success_success_plans_search_idx;

drop index if exists ui_registered_components_search_idx;

drop index if exists sales_account_tasks_search_idx;

drop index if exists sales_contacts_email_idx;

drop index if exists sales_products_search_idx;

drop index if exists inventory_assets_search_idx;

drop index if exists ui_enterprise_product_announcement_tasks_search_idx;

drop index if exists sales_order_statuses_search_idx;

drop index if exists sales_opportunities_search_idx;

drop index if exists sales_organization_types_name_key;

drop index if exists marketing_campaign_channel_web_content_files_search_idx;

drop index if exists communications_campaign_files_search_idx;

drop index if exists sales_contacts_search_idx;

drop index if exists sales_regions_name_key;

drop index if exists sales_order_tasks_search_idx;

drop index if exists sales_quotes_number_key;

drop index if exists marketing_campaign_channel_sms_notes_search_idx;

drop index if exists marketing_campaign_channel_email_files_search_idx;

drop index if exists sales_account_notes_search_idx;

drop index if exists ui_screen_components_search_idx;

drop index if exists marketing_campaign_channel_web_content_tasks_search_idx;

drop index if exists identity_departments_search_idx;

drop index if exists sales_account_statuses_search_idx;

drop index if exists marketing_campaign_channel_social_notes_search_idx;

drop index if exists sales_insight_files_search_idx;

drop index if exists sales_insight_tasks_search_idx;

drop index if exists sales_product_tasks_search_idx;

drop index if exists ui_support_tickets_ticket_number_key;

drop index if exists identity_departments_name_key;

drop index if exists sales_account_products_search_idx;

drop index if exists sales_products_price_idx;

drop index if exists communications_referrals_search_idx;

drop index if exists sales_lead_sources_search_idx;

drop index if exists sales_accounts_annual_revenue_idx;

drop index if exists ui_enterprise_product_announcement_files_search_idx;

drop index if exists sales_quote_tasks_search_idx;

drop index if exists identity_employees_employee_number_key;

drop index if exists ui_record_recent_views_search_idx;

drop index if exists sales_orders_search_idx;

drop index if exists sales_leads_email_idx;

drop index if exists marketing_campaign_channel_emails_search_idx;

drop index if exists communications_email_snapshots_search_idx;

drop index if exists communications_campaign_tasks_search_idx;

drop index if exists communications_email_lists_search_idx;

drop index if exists ui_dashboards_search_idx;

drop index if exists marketing_campaign_channel_web_content_notes_search_idx;

drop index if exists marketing_web_pages_search_idx;

drop index if exists sales_product_statuses_search_idx;

drop index if exists sales_campaigns_search_idx;

drop index if exists marketing_campaign_channel_ads_search_idx;

drop index if exists identity_contractors_search_idx;

drop index if exists marketing_website_statuses_search_idx;

drop index if exists inventory_assets_asset_number_key;

drop index if exists marketing_campaign_channel_sms_files_search_idx;

drop index if exists support_support_categories_search_idx;

drop index if exists marketing_campaign_channel_ads_tasks_search_idx;

drop index if exists marketing_email_drip_campaign_notes_search_idx;

drop index if exists sales_order_files_search_idx;

drop index if exists customer_success_health_scores_score_idx;

drop index if exists sales_insights_search_idx;

drop index if exists identity_employees_search_idx;

drop index if exists marketing_campaign_sequence_snapshots_search_idx;

drop index if exists marketing_campaign_channel_social_search_idx;

drop index if exists sales_contact_files_search_idx;

drop index if exists sales_contact_notes_search_idx;

drop index if exists forms_form_submissions_email_idx;

drop index if exists communications_emails_search_idx;

drop index if exists ui_screen_tasks_search_idx;

drop index if exists customer_success_renewals_renewal_value_idx;

drop index if exists ui_support_ticket_files_search_idx;

drop index if exists sales_sla_types_name_key;

drop index if exists support_support_categories_slug_key;

drop index if exists ui_settings_key_key;

drop index if exists customer_success_health_scores_search_idx;

drop index if exists sales_orders_number_key;

drop index if exists customer_success_escalations_search_idx;

drop index if exists identity_roles_search_idx;

drop index if exists ui_registered_components_name_key;

drop index if exists sales_account_types_name_key;

drop index if exists marketing_campaign_channel_ppc_search_idx;

drop index if exists marketing_campaign_sequence_snapshot_contacts_search_idx;

drop index if exists sales_organization_board_meetings_search_idx;

drop index if exists sales_quote_statuses_search_idx;

drop index if exists sales_organization_contacts_email_idx;

drop index if exists sales_tasks_search_idx;

drop index if exists marketing_campaign_channel_ppc_files_search_idx;

drop index if exists identity_teams_search_idx;

drop index if exists forms_form_submissions_search_idx;

drop index if exists communications_comments_search_idx;

drop index if exists identity_roles_name_key;

drop index if exists sales_lead_statuses_search_idx;

drop index if exists communications_email_snapshot_contacts_email_idx;

drop index if exists marketing_campaign_channel_social_files_search_idx;

drop index if exists sales_regions_search_idx;

drop index if exists marketing_campaign_channel_sms_search_idx;

drop index if exists marketing_campaign_channel_web_content_search_idx;

drop index if exists sales_opportunity_files_search_idx;

drop index if exists marketing_campaign_channel_email_notes_search_idx;

drop index if exists marketing_segment_files_search_idx;

drop index if exists inventory_inventory_locations_code_key;

drop index if exists marketing_campaign_channel_ppc_notes_search_idx;

create index sales_contacts_email_idx on sales_contacts using btree (tenant_id, "email_folded", id);

create index sales_contacts_gin_idx on sales_contacts using gin (tenant_id, search, custom_search, custom jsonb_path_ops, "secondary_emails", "other_phones", "tags");

create index sales_contact_files_gin_idx on sales_contact_files using gin (tenant_id, search, custom_search, custom jsonb_path_ops);

create index sales_contact_notes_gin_idx on sales_contact_notes using gin (tenant_id, search, custom_search, custom jsonb_path_ops);

create index sales_contact_tasks_gin_idx on sales_contact_tasks using gin (tenant_id, search, custom_search, custom jsonb_path_ops);

create index sales_contact_statuses_gin_idx on sales_contact_statuses using gin (tenant_id, search, custom_search, custom jsonb_path_ops);

create index sales_student_histories_gin_idx on sales_student_histories using gin (tenant_id, search, custom_search, custom jsonb_path_ops);

create index sales_accounts_annual_revenue_idx on sales_accounts using btree (tenant_id, "annual_revenue_approx", "annual_revenue", id);

create index sales_accounts_gin_idx on sales_accounts using gin (tenant_id, search, custom_search, custom jsonb_path_ops, "tags");

create index sales_account_files_gin_idx on sales_account_files using gin (tenant_id, search, custom_search, custom jsonb_path_ops);

create index sales_account_notes_gin_idx on sales_account_notes using gin (tenant_id, search, custom_search, custom jsonb_path_ops);

create index sales_account_tasks_gin_idx on sales_account_tasks using gin (tenant_id, search, custom_search, custom jsonb_path_ops);

create index sales_account_statuses_gin_idx on sales_account_statuses using gin (tenant_id, search, custom_search, custom jsonb_path_ops);

create unique index sales_account_types_name_key on sales_account_types using btree (tenant_id, "name_folded");

create index sales_account_types_gin_idx on sales_account_types using gin (tenant_id, search, custom_search, custom jsonb_path_ops);

create unique index sales_account_sources_name_key on sales_account_sources using btree (tenant_id, "name_folded");

create index sales_account_sources_gin_idx on sales_account_sources using gin (tenant_id, search, custom_search, custom jsonb_path_ops);

create index sales_account_ownerships_gin_idx on sales_account_ownerships using gin (tenant_id, custom_search, custom jsonb_path_ops);

create index sales_account_products_gin_idx on sales_account_products using gin (tenant_id, search, custom_search, custom jsonb_path_ops);

create index sales_leads_email_idx on sales_leads using btree (tenant_id, "email_folded", id);

create index sales_leads_score_idx on sales_leads using btree (tenant_id, "score_approx", "score", id);

create index sales_leads_gin_idx on sales_leads using gin (tenant_id, search, custom_search, custom jsonb_path_ops, "tags");

create index sales_lead_files_gin_idx on sales_lead_files using gin (tenant_id, search, custom_search, custom jsonb_path_ops);

create index sales_lead_notes_gin_idx on sales_lead_notes using gin (tenant_id, search, custom_search, custom jsonb_path_ops);

create index sales_lead_tasks_gin_idx on sales_lead_tasks using gin (tenant_id, search, custom_search, custom jsonb_path_ops);

create index sales_lead_statuses_gin_idx on sales_lead_statuses using gin (tenant_id, search, custom_search, custom jsonb_path_ops);

create unique index sales_lead_sources_name_key on sales_lead_sources using btree (tenant_id, "name_folded");

create index sales_lead_sources_gin_idx on sales_lead_sources using gin (tenant_id, search, custom_search, custom jsonb_path_ops);

create index sales_opportunities_value_idx on sales_opportunities using btree (tenant_id, "value_approx", "value", id);

create index sales_opportunities_stage_value_idx on sales_opportunities using btree (tenant_id, "stage", "value_approx", "value");

create index sales_opportunities_gin_idx on sales_opportunities using gin (tenant_id, search, custom_search, custom jsonb_path_ops, "competitors", "tags");

create index sales_opportunity_files_gin_idx on sales_opportunity_files using gin (tenant_id, search, custom_search, custom jsonb_path_ops);

create index sales_opportunity_notes_gin_idx on sales_opportunity_notes using gin (tenant_id, search, custom_search, custom jsonb_path_ops);

create index sales_opportunity_tasks_gin_idx on sales_opportunity_tasks using gin (tenant_id, search, custom_search, custom jsonb_path_ops);

create index sales_opportunity_statuses_gin_idx on sales_opportunity_statuses using gin (tenant_id, search, custom_search, custom jsonb_path_ops);

create index sales_opportunity_products_gin_idx on sales_opportunity_products using gin (tenant_id, search, custom_search, custom jsonb_path_ops);

create unique index sales_quotes_number_key on sales_quotes using btree (tenant_id, "number_folded");

create index sales_quotes_total_idx on sales_quotes using btree (tenant_id, "total_approx", "total", id);

create index sales_quotes_gin_idx on sales_quotes using gin (tenant_id, search, custom_search, custom jsonb_path_ops);

create index sales_quote_files_gin_idx on sales_quote_files using gin (tenant_id, search, custom_search, custom jsonb_path_ops);

create index sales_quote_notes_gin_idx on sales_quote_notes using gin (tenant_id, search, custom_search, custom jsonb_path_ops);

create index sales_quote_tasks_gin_idx on sales_quote_tasks using gin (tenant_id, search, custom_search, custom jsonb_path_ops);

create index sales_quote_statuses_gin_idx on sales_quote_statuses using gin (tenant_id, search, custom_search, custom jsonb_path_ops);

create index sales_quote_products_gin_idx on sales_quote_products using gin (tenant_id, search, custom_search, custom jsonb_path_ops);

create unique index sales_orders_number_key on sales_orders using btree (tenant_id, "number_folded");

create index sales_orders_total_idx on sales_orders using btree (tenant_id, "total_approx", "total", id);

create index sales_orders_gin_idx on sales_orders using gin (tenant_id, search, custom_search, custom jsonb_path_ops);

create index sales_order_files_gin_idx on sales_order_files using gin (tenant_id, search, custom_search, custom jsonb_path_ops);

create index sales_order_notes_gin_idx on sales_order_notes using gin (tenant_id, search, custom_search, custom jsonb_path_ops);

create index sales_order_tasks_gin_idx on sales_order_tasks using gin (tenant_id, search, custom_search, custom jsonb_path_ops);

create index sales_order_statuses_gin_idx on sales_order_statuses using gin (tenant_id, search, custom_search, custom jsonb_path_ops);

create index sales_order_products_gin_idx on sales_order_products using gin (tenant_id, search, custom_search, custom jsonb_path_ops);

create unique index sales_products_sku_key on sales_products using btree (tenant_id, "sku_folded");

create index sales_products_price_idx on sales_products using btree (tenant_id, "price_approx", "price", id);

create index sales_products_gin_idx on sales_products using gin (tenant_id, search, custom_search, custom jsonb_path_ops, "tags");

create index sales_product_files_gin_idx on sales_product_files using gin (tenant_id, search, custom_search, custom jsonb_path_ops);

create index sales_product_notes_gin_idx on sales_product_notes using gin (tenant_id, search, custom_search, custom jsonb_path_ops);

create index sales_product_tasks_gin_idx on sales_product_tasks using gin (tenant_id, search, custom_search, custom jsonb_path_ops);

create index sales_product_statuses_gin_idx on sales_product_statuses using gin (tenant_id, search, custom_search, custom jsonb_path_ops);

create index sales_organizations_gin_idx on sales_organizations using gin (tenant_id, search, custom_search, custom jsonb_path_ops, "tags");

create unique index sales_organization_types_name_key on sales_organization_types using btree (tenant_id, "name_folded");

create index sales_organization_types_gin_idx on sales_organization_types using gin (tenant_id, search, custom_search, custom jsonb_path_ops);

create index sales_organization_board_meetings_gin_idx on sales_organization_board_meetings using gin (tenant_id, search, custom_search, custom jsonb_path_ops, "attendees", "topics");

create index sales_organization_contacts_email_idx on sales_organization_contacts using btree (tenant_id, "email_folded", id);

create index sales_organization_contacts_gin_idx on sales_organization_contacts using gin (tenant_id, search, custom_search, custom jsonb_path_ops);

create index sales_organization_news_gin_idx on sales_organization_news using gin (tenant_id, search, custom_search, custom jsonb_path_ops, "tags");

create index sales_insights_gin_idx on sales_insights using gin (tenant_id, search, custom_search, custom jsonb_path_ops, "tags");

create index sales_insight_files_gin_idx on sales_insight_files using gin (tenant_id, search, custom_search, custom jsonb_path_ops);

create index sales_insight_notes_gin_idx on sales_insight_notes using gin (tenant_id, search, custom_search, custom jsonb_path_ops);

create index sales_insight_tasks_gin_idx on sales_insight_tasks using gin (tenant_id, search, custom_search, custom jsonb_path_ops);

create index sales_insight_filters_gin_idx on sales_insight_filters using gin (tenant_id, search, custom_search, custom jsonb_path_ops, "sort");

create index sales_insight_filter_files_gin_idx on sales_insight_filter_files using gin (tenant_id, search, custom_search, custom jsonb_path_ops);

create index sales_insight_filter_notes_gin_idx on sales_insight_filter_notes using gin (tenant_id, search, custom_search, custom jsonb_path_ops);

create index sales_insight_filter_tasks_gin_idx on sales_insight_filter_tasks using gin (tenant_id, search, custom_search, custom jsonb_path_ops);

create index sales_campaigns_gin_idx on sales_campaigns using gin (tenant_id, search, custom_search, custom jsonb_path_ops, "tags");

create index sales_tasks_gin_idx on sales_tasks using gin (tenant_id, search, custom_search, custom jsonb_path_ops);

create index sales_notes_gin_idx on sales_notes using gin (tenant_id, search, custom_search, custom jsonb_path_ops);

create index sales_files_gin_idx on sales_files using gin (tenant_id, search, custom_search, custom jsonb_path_ops, "tags");

create unique index sales_regions_name_key on sales_regions using btree (tenant_id, "name_folded");

create index sales_regions_gin_idx on sales_regions using gin (tenant_id, search, custom_search, custom jsonb_path_ops);

create unique index sales_industries_name_key on sales_industries using btree (tenant_id, "name_folded");

create index sales_industries_gin_idx on sales_industries using gin (tenant_id, search, custom_search, custom jsonb_path_ops);

create index sales_sales_targets_gin_idx on sales_sales_targets using gin (tenant_id, search, custom_search, custom jsonb_path_ops);

create unique index sales_sla_types_name_key on sales_sla_types using btree (tenant_id, "name_folded");

create index sales_sla_types_gin_idx on sales_sla_types using gin (tenant_id, search, custom_search, custom jsonb_path_ops);

create index sales_business_listing_profiles_gin_idx on sales_business_listing_profiles using gin (tenant_id, search, custom_search, custom jsonb_path_ops, "categories", "photo_urls");

create index sales_professional_network_profiles_gin_idx on sales_professional_network_profiles using gin (tenant_id, search, custom_search, custom jsonb_path_ops, "skills");

create index marketing_campaigns_gin_idx on marketing_campaigns using gin (tenant_id, search, custom_search, custom jsonb_path_ops, "segment_ids", "excluded_segment_ids", "tags");

create index marketing_campaign_statuses_gin_idx on marketing_campaign_statuses using gin (tenant_id, search, custom_search, custom jsonb_path_ops);

create index marketing_campaign_stakeholder_users_gin_idx on marketing_campaign_stakeholder_users using gin (tenant_id, custom_search, custom jsonb_path_ops);

create index marketing_campaign_channel_ads_gin_idx on marketing_campaign_channel_ads using gin (tenant_id, search, custom_search, custom jsonb_path_ops, "segment_ids", "excluded_segment_ids", "tags", "placements", "media_urls");

create index marketing_campaign_channel_ads_files_gin_idx on marketing_campaign_channel_ads_files using gin (tenant_id, search, custom_search, custom jsonb_path_ops);

create index marketing_campaign_channel_ads_notes_gin_idx on marketing_campaign_channel_ads_notes using gin (tenant_id, search, custom_search, custom jsonb_path_ops);

create index marketing_campaign_channel_ads_tasks_gin_idx on marketing_campaign_channel_ads_tasks using gin (tenant_id, search, custom_search, custom jsonb_path_ops);

create index marketing_campaign_channel_emails_gin_idx on marketing_campaign_channel_emails using gin (tenant_id, search, custom_search, custom jsonb_path_ops, "segment_ids", "excluded_segment_ids", "tags");

create index marketing_campaign_channel_email_files_gin_idx on marketing_campaign_channel_email_files using gin (tenant_id, search, custom_search, custom jsonb_path_ops);

create index marketing_campaign_channel_email_notes_gin_idx on marketing_campaign_channel_email_notes using gin (tenant_id, search, custom_search, custom jsonb_path_ops);

create index marketing_campaign_channel_email_tasks_gin_idx on marketing_campaign_channel_email_tasks using gin (tenant_id, search, custom_search, custom jsonb_path_ops);

create index marketing_campaign_channel_ppc_gin_idx on marketing_campaign_channel_ppc using gin (tenant_id, search, custom_search, custom jsonb_path_ops, "segment_ids", "excluded_segment_ids", "tags", "keywords", "negative_keywords", "headlines", "ad_texts", "locations", "languages", "devices");

create index marketing_campaign_channel_ppc_files_gin_idx on marketing_campaign_channel_ppc_files using gin (tenant_id, search, custom_search, custom jsonb_path_ops);

create index marketing_campaign_channel_ppc_notes_gin_idx on marketing_campaign_channel_ppc_notes using gin (tenant_id, search, custom_search, custom jsonb_path_ops);

create index marketing_campaign_channel_ppc_tasks_gin_idx on marketing_campaign_channel_ppc_tasks using gin (tenant_id, search, custom_search, custom jsonb_path_ops);

create index marketing_campaign_channel_sms_gin_idx on marketing_campaign_channel_sms using gin (tenant_id, search, custom_search, custom jsonb_path_ops, "segment_ids", "excluded_segment_ids", "tags", "media_urls");

create index marketing_campaign_channel_sms_files_gin_idx on marketing_campaign_channel_sms_files using gin (tenant_id, search, custom_search, custom jsonb_path_ops);

create index marketing_campaign_channel_sms_notes_gin_idx on marketing_campaign_channel_sms_notes using gin (tenant_id, search, custom_search, custom jsonb_path_ops);

create index marketing_campaign_channel_sms_tasks_gin_idx on marketing_campaign_channel_sms_tasks using gin (tenant_id, search, custom_search, custom jsonb_path_ops);

create index marketing_campaign_channel_social_gin_idx on marketing_campaign_channel_social using gin (tenant_id, search, custom_search, custom jsonb_path_ops, "segment_ids", "excluded_segment_ids", "tags", "media_urls", "hashtags", "mentions");

create index marketing_campaign_channel_social_files_gin_idx on marketing_campaign_channel_social_files using gin (tenant_id, search, custom_search, custom jsonb_path_ops);

create index marketing_campaign_channel_social_notes_gin_idx on marketing_campaign_channel_social_notes using gin (tenant_id, search, custom_search, custom jsonb_path_ops);

create index marketing_campaign_channel_social_tasks_gin_idx on marketing_campaign_channel_social_tasks using gin (tenant_id, search, custom_search, custom jsonb_path_ops);

create index marketing_campaign_channel_web_content_gin_idx on marketing_campaign_channel_web_content using gin (tenant_id, search, custom_search, custom jsonb_path_ops, "segment_ids", "excluded_segment_ids", "tags", "meta_keywords");

create index marketing_campaign_channel_web_content_files_gin_idx on marketing_campaign_channel_web_content_files using gin (tenant_id, search, custom_search, custom jsonb_path_ops);

create index marketing_campaign_channel_web_content_notes_gin_idx on marketing_campaign_channel_web_content_notes using gin (tenant_id, search, custom_search, custom jsonb_path_ops);

create index marketing_campaign_channel_web_content_tasks_gin_idx on marketing_campaign_channel_web_content_tasks using gin (tenant_id, search, custom_search, custom jsonb_path_ops);

create index marketing_campaign_sequences_gin_idx on marketing_campaign_sequences using gin (tenant_id, search, custom_search, custom jsonb_path_ops, "segment_ids", "excluded_segment_ids", "tags");

create index marketing_campaign_sequence_snapshots_gin_idx on marketing_campaign_sequence_snapshots using gin (tenant_id, search, custom_search, custom jsonb_path_ops, "segment_ids");

create index marketing_campaign_sequence_snapshot_contacts_email_idx on marketing_campaign_sequence_snapshot_contacts using btree (tenant_id, "email_folded", id);

create index marketing_campaign_sequence_snapshot_contacts_gin_idx on marketing_campaign_sequence_snapshot_contacts using gin (tenant_id, search, custom_search, custom jsonb_path_ops);

create index marketing_segments_gin_idx on marketing_segments using gin (tenant_id, search, custom_search, custom jsonb_path_ops, "contact_ids", "excluded_contact_ids", "lead_ids", "account_ids", "tags");

create index marketing_segment_files_gin_idx on marketing_segment_files using gin (tenant_id, search, custom_search, custom jsonb_path_ops);

create index marketing_segment_notes_gin_idx on marketing_segment_notes using gin (tenant_id, search, custom_search, custom jsonb_path_ops);

create index marketing_email_drip_campaigns_gin_idx on marketing_email_drip_campaigns using gin (tenant_id, search, custom_search, custom jsonb_path_ops, "segment_ids", "excluded_segment_ids", "tags");

create index marketing_email_drip_campaign_notes_gin_idx on marketing_email_drip_campaign_notes using gin (tenant_id, search, custom_search, custom jsonb_path_ops);

create index marketing_email_sequence_workflows_gin_idx on marketing_email_sequence_workflows using gin (tenant_id, search, custom_search, custom jsonb_path_ops, "segment_ids", "excluded_segment_ids", "tags");

create index marketing_websites_gin_idx on marketing_websites using gin (tenant_id, search, custom_search, custom jsonb_path_ops, "meta_keywords", "tags");

create index marketing_website_statuses_gin_idx on marketing_website_statuses using gin (tenant_id, search, custom_search, custom jsonb_path_ops);

create unique index marketing_website_types_name_key on marketing_website_types using btree (tenant_id, "name_folded");

create index marketing_website_types_gin_idx on marketing_website_types using gin (tenant_id, search, custom_search, custom jsonb_path_ops);

create index marketing_web_pages_gin_idx on marketing_web_pages using gin (tenant_id, search, custom_search, custom jsonb_path_ops, "meta_keywords", "tags");

create index marketing_workflows_gin_idx on marketing_workflows using gin (tenant_id, search, custom_search, custom jsonb_path_ops, "segment_ids", "excluded_segment_ids", "tags");

create index marketing_workflow_steps_gin_idx on marketing_workflow_steps using gin (tenant_id, search, custom_search, custom jsonb_path_ops);

create index marketing_workflow_enrollments_gin_idx on marketing_workflow_enrollments using gin (tenant_id, custom_search, custom jsonb_path_ops);

create index communications_campaigns_gin_idx on communications_campaigns using gin (tenant_id, search, custom_search, custom jsonb_path_ops, "email_list_ids", "segment_ids", "tags");

create index communications_campaign_files_gin_idx on communications_campaign_files using gin (tenant_id, search, custom_search, custom jsonb_path_ops);

create index communications_campaign_notes_gin_idx on communications_campaign_notes using gin (tenant_id, search, custom_search, custom jsonb_path_ops);

create index communications_campaign_tasks_gin_idx on communications_campaign_tasks using gin (tenant_id, search, custom_search, custom jsonb_path_ops);

create index communications_conversations_gin_idx on communications_conversations using gin (tenant_id, search, custom_search, custom jsonb_path_ops, "follower_ids", "participants", "tags");

create index communications_comments_gin_idx on communications_comments using gin (tenant_id, search, custom_search, custom jsonb_path_ops, "mentioned_user_ids");

create index communications_emails_gin_idx on communications_emails using gin (tenant_id, search, custom_search, custom jsonb_path_ops, "to", "cc", "bcc", "tags");

create index communications_email_files_gin_idx on communications_email_files using gin (tenant_id, search, custom_search, custom jsonb_path_ops);

create index communications_email_lists_gin_idx on communications_email_lists using gin (tenant_id, search, custom_search, custom jsonb_path_ops, "contact_ids", "emails", "unsubscribed_emails", "tags");

create index communications_email_snapshots_gin_idx on communications_email_snapshots using gin (tenant_id, search, custom_search, custom jsonb_path_ops);

create index communications_email_snapshot_contacts_email_idx on communications_email_snapshot_contacts using btree (tenant_id, "email_folded", id);

create index communications_email_snapshot_contacts_gin_idx on communications_email_snapshot_contacts using gin (tenant_id, search, custom_search, custom jsonb_path_ops);

create index communications_email_templates_gin_idx on communications_email_templates using gin (tenant_id, search, custom_search, custom jsonb_path_ops, "variables", "tags");

create index communications_referrals_referred_email_idx on communications_referrals using btree (tenant_id, "referred_email_folded", id);

create index communications_referrals_gin_idx on communications_referrals using gin (tenant_id, search, custom_search, custom jsonb_path_ops, "tags");

create unique index identity_users_email_key on identity_users using btree (tenant_id, "email_folded");

create index identity_users_gin_idx on identity_users using gin (tenant_id, search, custom_search, custom jsonb_path_ops, "roles");

create unique index identity_roles_name_key on identity_roles using btree (tenant_id, "name_folded");

create index identity_roles_gin_idx on identity_roles using gin (tenant_id, search, custom_search, custom jsonb_path_ops, "permissions");

create unique index identity_teams_name_key on identity_teams using btree (tenant_id, "name_folded");

create index identity_teams_gin_idx on identity_teams using gin (tenant_id, search, custom_search, custom jsonb_path_ops);

create index identity_team_users_gin_idx on identity_team_users using gin (tenant_id, custom_search, custom jsonb_path_ops);

create unique index identity_departments_name_key on identity_departments using btree (tenant_id, "name_folded");

create unique index identity_departments_code_key on identity_departments using btree (tenant_id, "code_folded");

create index identity_departments_gin_idx on identity_departments using gin (tenant_id, search, custom_search, custom jsonb_path_ops);

create index identity_department_users_gin_idx on identity_department_users using gin (tenant_id, custom_search, custom jsonb_path_ops);

create unique index identity_employees_employee_number_key on identity_employees using btree (tenant_id, "employee_number_folded");

create index identity_employees_email_idx on identity_employees using btree (tenant_id, "email_folded", id);

create index identity_employees_gin_idx on identity_employees using gin (tenant_id, search, custom_search, custom jsonb_path_ops, "skills");

create index identity_contractors_email_idx on identity_contractors using btree (tenant_id, "email_folded", id);

create index identity_contractors_gin_idx on identity_contractors using gin (tenant_id, search, custom_search, custom jsonb_path_ops, "skills");

create index identity_api_keys_gin_idx on identity_api_keys using gin (tenant_id, search, custom_search, custom jsonb_path_ops, "scopes");

create index ai_ai_completion_logs_gin_idx on ai_ai_completion_logs using gin (tenant_id, search, custom_search, custom jsonb_path_ops);

create index ui_screens_gin_idx on ui_screens using gin (tenant_id, search, custom_search, custom jsonb_path_ops, "columns", "role_names");

create index ui_screen_files_gin_idx on ui_screen_files using gin (tenant_id, search, custom_search, custom jsonb_path_ops);

create index ui_screen_notes_gin_idx on ui_screen_notes using gin (tenant_id, search, custom_search, custom jsonb_path_ops);

create index ui_screen_tasks_gin_idx on ui_screen_tasks using gin (tenant_id, search, custom_search, custom jsonb_path_ops);

create index ui_screen_statuses_gin_idx on ui_screen_statuses using gin (tenant_id, search, custom_search, custom jsonb_path_ops);

create index ui_screen_actions_gin_idx on ui_screen_actions using gin (tenant_id, search, custom_search, custom jsonb_path_ops);

create index ui_screen_components_gin_idx on ui_screen_components using gin (tenant_id, search, custom_search, custom jsonb_path_ops);

create index ui_user_screens_gin_idx on ui_user_screens using gin (tenant_id, custom_search, custom jsonb_path_ops);

create index ui_workspaces_gin_idx on ui_workspaces using gin (tenant_id, search, custom_search, custom jsonb_path_ops, "screen_ids", "role_names", "team_ids");

create index ui_components_gin_idx on ui_components using gin (tenant_id, search, custom_search, custom jsonb_path_ops, "tags");

create unique index ui_registered_components_name_key on ui_registered_components using btree (tenant_id, "name_folded");

create index ui_registered_components_gin_idx on ui_registered_components using gin (tenant_id, search, custom_search, custom jsonb_path_ops, "events", "slots");

create index ui_dashboards_gin_idx on ui_dashboards using gin (tenant_id, search, custom_search, custom jsonb_path_ops, "tags");

create index ui_drafts_gin_idx on ui_drafts using gin (tenant_id, search, custom_search, custom jsonb_path_ops);

create index ui_record_recent_views_gin_idx on ui_record_recent_views using gin (tenant_id, search, custom_search, custom jsonb_path_ops);

create unique index ui_support_tickets_ticket_number_key on ui_support_tickets using btree (tenant_id, "ticket_number_folded");

create index ui_support_tickets_gin_idx on ui_support_tickets using gin (tenant_id, search, custom_search, custom jsonb_path_ops, "follower_ids", "cc_emails", "tags");

create index ui_support_ticket_files_gin_idx on ui_support_ticket_files using gin (tenant_id, search, custom_search, custom jsonb_path_ops);

create index ui_support_ticket_notes_gin_idx on ui_support_ticket_notes using gin (tenant_id, search, custom_search, custom jsonb_path_ops);

create index ui_support_ticket_tasks_gin_idx on ui_support_ticket_tasks using gin (tenant_id, search, custom_search, custom jsonb_path_ops);

create index ui_support_ticket_resolutions_gin_idx on ui_support_ticket_resolutions using gin (tenant_id, search, custom_search, custom jsonb_path_ops);

create index ui_enterprise_product_announcements_gin_idx on ui_enterprise_product_announcements using gin (tenant_id, search, custom_search, custom jsonb_path_ops, "role_names", "team_ids", "tags");

create index ui_enterprise_product_announcement_files_gin_idx on ui_enterprise_product_announcement_files using gin (tenant_id, search, custom_search, custom jsonb_path_ops);

create index ui_enterprise_product_announcement_notes_gin_idx on ui_enterprise_product_announcement_notes using gin (tenant_id, search, custom_search, custom jsonb_path_ops);

create index ui_enterprise_product_announcement_tasks_gin_idx on ui_enterprise_product_announcement_tasks using gin (tenant_id, search, custom_search, custom jsonb_path_ops);

create unique index ui_settings_key_key on ui_settings using btree (tenant_id, "key_folded");

create index ui_settings_gin_idx on ui_settings using gin (tenant_id, search, custom_search, custom jsonb_path_ops);

create unique index inventory_inventory_locations_code_key on inventory_inventory_locations using btree (tenant_id, "code_folded");

create index inventory_inventory_locations_gin_idx on inventory_inventory_locations using gin (tenant_id, search, custom_search, custom jsonb_path_ops, "tags");

create unique index inventory_equipment_asset_tag_key on inventory_equipment using btree (tenant_id, "asset_tag_folded");

create index inventory_equipment_gin_idx on inventory_equipment using gin (tenant_id, search, custom_search, custom jsonb_path_ops, "tags");

create index inventory_equipment_files_gin_idx on inventory_equipment_files using gin (tenant_id, search, custom_search, custom jsonb_path_ops);

create index inventory_equipment_notes_gin_idx on inventory_equipment_notes using gin (tenant_id, search, custom_search, custom jsonb_path_ops);

create index inventory_equipment_tasks_gin_idx on inventory_equipment_tasks using gin (tenant_id, search, custom_search, custom jsonb_path_ops);

create unique index inventory_assets_asset_number_key on inventory_assets using btree (tenant_id, "asset_number_folded");

create index inventory_assets_gin_idx on inventory_assets using gin (tenant_id, search, custom_search, custom jsonb_path_ops, "tags");

create unique index forms_forms_slug_key on forms_forms using btree (tenant_id, "slug_folded");

create index forms_forms_gin_idx on forms_forms using gin (tenant_id, search, custom_search, custom jsonb_path_ops, "fields", "required_fields", "notify_user_ids", "notify_emails", "tags");

create index forms_form_submissions_email_idx on forms_form_submissions using btree (tenant_id, "email_folded", id);

create index forms_form_submissions_gin_idx on forms_form_submissions using gin (tenant_id, search, custom_search, custom jsonb_path_ops);

create unique index support_support_articles_slug_key on support_support_articles using btree (tenant_id, "slug_folded");

create index support_support_articles_gin_idx on support_support_articles using gin (tenant_id, search, custom_search, custom jsonb_path_ops, "tags", "keywords", "related_article_ids");

create index support_support_article_files_gin_idx on support_support_article_files using gin (tenant_id, search, custom_search, custom jsonb_path_ops);

create unique index support_support_categories_slug_key on support_support_categories using btree (tenant_id, "slug_folded");

create index support_support_categories_gin_idx on support_support_categories using gin (tenant_id, search, custom_search, custom jsonb_path_ops);

create index customer_success_renewals_renewal_value_idx on customer_success_renewals using btree (tenant_id, "renewal_value_approx", "renewal_value", id);

create index customer_success_renewals_gin_idx on customer_success_renewals using gin (tenant_id, search, custom_search, custom jsonb_path_ops, "tags");

create index customer_success_health_scores_score_idx on customer_success_health_scores using btree (tenant_id, "score_approx", "score", id);

create index customer_success_health_scores_gin_idx on customer_success_health_scores using gin (tenant_id, search, custom_search, custom jsonb_path_ops);

create index customer_success_success_plans_gin_idx on customer_success_success_plans using gin (tenant_id, search, custom_search, custom jsonb_path_ops, "tags");

create index customer_success_success_plan_tasks_gin_idx on customer_success_success_plan_tasks using gin (tenant_id, search, custom_search, custom jsonb_path_ops);

create unique index customer_success_escalations_escalation_number_key on customer_success_escalations using btree (tenant_id, "escalation_number_folded");

create index customer_success_escalations_gin_idx on customer_success_escalations using gin (tenant_id, search, custom_search, custom jsonb_path_ops, "tags");

create index customer_success_escalation_notes_gin_idx on customer_success_escalation_notes using gin (tenant_id, search, custom_search, custom jsonb_path_ops);

create index integrations_webhooks_gin_idx on integrations_webhooks using gin (tenant_id, search, custom_search, custom jsonb_path_ops, "events");
