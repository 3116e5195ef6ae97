alter table sales_contact_notes add column "pinned" boolean;

alter table sales_account_notes add column "pinned" boolean;

alter table sales_lead_notes add column "pinned" boolean;

alter table sales_opportunity_notes add column "pinned" boolean;

alter table sales_quote_notes add column "pinned" boolean;

alter table sales_order_notes add column "pinned" boolean;

alter table sales_product_notes add column "pinned" boolean;

alter table sales_insight_notes add column "pinned" boolean;

alter table sales_insight_filter_notes add column "pinned" boolean;

alter table marketing_campaign_channel_ads_notes add column "pinned" boolean;

alter table marketing_campaign_channel_email_notes add column "pinned" boolean;

alter table marketing_campaign_channel_ppc_notes add column "pinned" boolean;

alter table marketing_campaign_channel_sms_notes add column "pinned" boolean;

alter table marketing_campaign_channel_social_notes add column "pinned" boolean;

alter table marketing_campaign_channel_web_content_notes add column "pinned" boolean;

alter table marketing_segment_notes add column "pinned" boolean;

alter table marketing_email_drip_campaign_notes add column "pinned" boolean;

alter table communications_campaign_notes add column "pinned" boolean;

alter table ui_screen_notes add column "pinned" boolean;

alter table ui_support_ticket_notes add column "pinned" boolean;

alter table ui_enterprise_product_announcement_notes add column "pinned" boolean;

alter table inventory_equipment_notes add column "pinned" boolean;

alter table customer_success_escalation_notes add column "pinned" boolean;
