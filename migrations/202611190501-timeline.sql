drop index sales_quote_files_quote_id_idx;

drop index sales_notes_organization_id_idx;

drop index sales_opportunity_files_opportunity_id_idx;

drop index sales_files_contact_id_idx;

drop index sales_files_opportunity_id_idx;

drop index sales_notes_lead_id_idx;

drop index sales_insight_tasks_insight_id_idx;

drop index marketing_campaign_channel_web_content_tasks_campa_989ae9ed_idx;

drop index marketing_campaign_channel_social_notes_campaign_c_7421968c_idx;

drop index marketing_segment_files_segment_id_idx;

drop index ui_enterprise_product_announcement_tasks_enterpris_39c30556_idx;

drop index ui_support_ticket_notes_support_ticket_id_idx;

drop index ui_enterprise_product_announcement_notes_enterpris_b32f30a2_idx;

drop index sales_tasks_opportunity_id_idx;

drop index sales_account_files_account_id_idx;

drop index sales_tasks_organization_id_idx;

drop index marketing_campaign_channel_social_tasks_campaign_c_646c933a_idx;

drop index sales_notes_product_id_idx;

drop index marketing_campaign_channel_email_tasks_campaign_ch_1e3ed1be_idx;

drop index sales_contact_files_contact_id_idx;

drop index ui_enterprise_product_announcement_files_enterpris_14f073fa_idx;

drop index marketing_campaign_channel_sms_tasks_campaign_chan_c4e4e9f6_idx;

drop index inventory_equipment_tasks_equipment_id_idx;

drop index marketing_campaign_channel_sms_notes_campaign_chan_a755ab2e_idx;

drop index marketing_campaign_channel_social_files_campaign_c_5dcc2ab6_idx;

drop index communications_campaign_files_campaign_id_idx;

drop index customer_success_escalation_notes_escalation_id_idx;

drop index sales_insight_filter_notes_insight_filter_id_idx;

drop index support_support_article_files_support_article_id_idx;

drop index marketing_email_drip_campaign_notes_email_drip_campaign_id_idx;

drop index sales_activities_contact_id_idx;

drop index communications_emails_lead_id_idx;

drop index sales_lead_tasks_lead_id_idx;

drop index marketing_campaign_channel_ads_tasks_campaign_channel_ad_id_idx;

drop index sales_insight_files_insight_id_idx;

drop index sales_activities_lead_id_idx;

drop index sales_files_quote_id_idx;

drop index sales_files_order_id_idx;

drop index sales_contact_tasks_contact_id_idx;

drop index sales_notes_opportunity_id_idx;

drop index communications_campaign_tasks_campaign_id_idx;

drop index sales_tasks_order_id_idx;

drop index communications_comments_conversation_id_idx;

drop index sales_product_tasks_product_id_idx;

drop index sales_activities_account_id_idx;

drop index sales_order_files_order_id_idx;

drop index sales_order_notes_order_id_idx;

drop index ui_support_ticket_tasks_support_ticket_id_idx;

drop index ui_support_ticket_files_support_ticket_id_idx;

drop index sales_opportunity_tasks_opportunity_id_idx;

drop index forms_form_submission_files_form_submission_id_idx;

drop index communications_emails_account_id_idx;

drop index sales_files_organization_id_idx;

drop index sales_notes_order_id_idx;

drop index sales_order_tasks_order_id_idx;

drop index ui_screen_files_screen_id_idx;

drop index sales_lead_notes_lead_id_idx;

drop index sales_files_product_id_idx;

drop index customer_success_success_plan_tasks_success_plan_id_idx;

drop index marketing_campaign_channel_email_notes_campaign_ch_d4414777_idx;

drop index sales_tasks_contact_id_idx;

drop index marketing_segment_notes_segment_id_idx;

drop index marketing_campaign_channel_ppc_tasks_campaign_chan_916cfe46_idx;

drop index sales_notes_quote_id_idx;

drop index sales_insight_notes_insight_id_idx;

drop index sales_quote_notes_quote_id_idx;

drop index communications_emails_opportunity_id_idx;

drop index ui_screen_tasks_screen_id_idx;

drop index inventory_equipment_notes_equipment_id_idx;

drop index sales_product_files_product_id_idx;

drop index sales_tasks_account_id_idx;

drop index inventory_equipment_files_equipment_id_idx;

drop index sales_files_account_id_idx;

drop index sales_opportunity_notes_opportunity_id_idx;

drop index sales_contact_notes_contact_id_idx;

drop index communications_emails_contact_id_idx;

drop index sales_notes_contact_id_idx;

drop index marketing_campaign_channel_ads_files_campaign_channel_ad_id_idx;

drop index sales_tasks_quote_id_idx;

drop index forms_form_submissions_account_id_idx;

drop index sales_product_notes_product_id_idx;

drop index forms_form_submissions_contact_id_idx;

drop index marketing_campaign_channel_ads_notes_campaign_channel_ad_id_idx;

drop index sales_insight_filter_files_insight_filter_id_idx;

drop index sales_tasks_lead_id_idx;

drop index marketing_campaign_channel_email_files_campaign_ch_93f1c6c4_idx;

drop index sales_account_notes_account_id_idx;

drop index marketing_campaign_channel_web_content_files_campa_836fb23a_idx;

drop index sales_notes_account_id_idx;

drop index sales_insight_filter_tasks_insight_filter_id_idx;

drop index marketing_campaign_channel_ppc_files_campaign_chan_ca619b5b_idx;

drop index sales_account_tasks_account_id_idx;

drop index sales_files_lead_id_idx;

drop index communications_campaign_notes_campaign_id_idx;

drop index sales_tasks_product_id_idx;

drop index sales_lead_files_lead_id_idx;

drop index communications_email_files_email_id_idx;

drop index marketing_campaign_channel_sms_files_campaign_chan_532f599c_idx;

drop index sales_quote_tasks_quote_id_idx;

drop index marketing_campaign_channel_web_content_notes_campa_154f6cf4_idx;

drop index marketing_campaign_channel_ppc_notes_campaign_chan_f1858573_idx;

drop index sales_activities_opportunity_id_idx;

drop index ui_screen_notes_screen_id_idx;

create index sales_contact_files_contact_id_idx on sales_contact_files using btree (tenant_id, "contact_id", "created_at", id);

create index sales_contact_notes_contact_id_idx on sales_contact_notes using btree (tenant_id, "contact_id", "created_at", id);

create index sales_contact_tasks_contact_id_idx on sales_contact_tasks using btree (tenant_id, "contact_id", "created_at", id);

create index sales_account_files_account_id_idx on sales_account_files using btree (tenant_id, "account_id", "created_at", id);

create index sales_account_notes_account_id_idx on sales_account_notes using btree (tenant_id, "account_id", "created_at", id);

create index sales_account_tasks_account_id_idx on sales_account_tasks using btree (tenant_id, "account_id", "created_at", id);

create index sales_lead_files_lead_id_idx on sales_lead_files using btree (tenant_id, "lead_id", "created_at", id);

create index sales_lead_notes_lead_id_idx on sales_lead_notes using btree (tenant_id, "lead_id", "created_at", id);

create index sales_lead_tasks_lead_id_idx on sales_lead_tasks using btree (tenant_id, "lead_id", "created_at", id);

create index sales_opportunity_files_opportunity_id_idx on sales_opportunity_files using btree (tenant_id, "opportunity_id", "created_at", id);

create index sales_opportunity_notes_opportunity_id_idx on sales_opportunity_notes using btree (tenant_id, "opportunity_id", "created_at", id);

create index sales_opportunity_tasks_opportunity_id_idx on sales_opportunity_tasks using btree (tenant_id, "opportunity_id", "created_at", id);

create index sales_quote_files_quote_id_idx on sales_quote_files using btree (tenant_id, "quote_id", "created_at", id);

create index sales_quote_notes_quote_id_idx on sales_quote_notes using btree (tenant_id, "quote_id", "created_at", id);

create index sales_quote_tasks_quote_id_idx on sales_quote_tasks using btree (tenant_id, "quote_id", "created_at", id);

create index sales_order_files_order_id_idx on sales_order_files using btree (tenant_id, "order_id", "created_at", id);

create index sales_order_notes_order_id_idx on sales_order_notes using btree (tenant_id, "order_id", "created_at", id);

create index sales_order_tasks_order_id_idx on sales_order_tasks using btree (tenant_id, "order_id", "created_at", id);

create index sales_product_files_product_id_idx on sales_product_files using btree (tenant_id, "product_id", "created_at", id);

create index sales_product_notes_product_id_idx on sales_product_notes using btree (tenant_id, "product_id", "created_at", id);

create index sales_product_tasks_product_id_idx on sales_product_tasks using btree (tenant_id, "product_id", "created_at", id);

create index sales_insight_files_insight_id_idx on sales_insight_files using btree (tenant_id, "insight_id", "created_at", id);

create index sales_insight_notes_insight_id_idx on sales_insight_notes using btree (tenant_id, "insight_id", "created_at", id);

create index sales_insight_tasks_insight_id_idx on sales_insight_tasks using btree (tenant_id, "insight_id", "created_at", id);

create index sales_insight_filter_files_insight_filter_id_idx on sales_insight_filter_files using btree (tenant_id, "insight_filter_id", "created_at", id);

create index sales_insight_filter_notes_insight_filter_id_idx on sales_insight_filter_notes using btree (tenant_id, "insight_filter_id", "created_at", id);

create index sales_insight_filter_tasks_insight_filter_id_idx on sales_insight_filter_tasks using btree (tenant_id, "insight_filter_id", "created_at", id);

create index sales_activities_contact_id_idx on sales_activities using btree (tenant_id, "contact_id", "starts_at", id);

create index sales_activities_account_id_idx on sales_activities using btree (tenant_id, "account_id", "starts_at", id);

create index sales_activities_lead_id_idx on sales_activities using btree (tenant_id, "lead_id", "starts_at", id);

create index sales_activities_opportunity_id_idx on sales_activities using btree (tenant_id, "opportunity_id", "starts_at", id);

create index sales_tasks_contact_id_idx on sales_tasks using btree (tenant_id, "contact_id", "created_at", id);

create index sales_tasks_account_id_idx on sales_tasks using btree (tenant_id, "account_id", "created_at", id);

create index sales_tasks_lead_id_idx on sales_tasks using btree (tenant_id, "lead_id", "created_at", id);

create index sales_tasks_opportunity_id_idx on sales_tasks using btree (tenant_id, "opportunity_id", "created_at", id);

create index sales_tasks_quote_id_idx on sales_tasks using btree (tenant_id, "quote_id", "created_at", id);

create index sales_tasks_order_id_idx on sales_tasks using btree (tenant_id, "order_id", "created_at", id);

create index sales_tasks_product_id_idx on sales_tasks using btree (tenant_id, "product_id", "created_at", id);

create index sales_tasks_organization_id_idx on sales_tasks using btree (tenant_id, "organization_id", "created_at", id);

create index sales_notes_contact_id_idx on sales_notes using btree (tenant_id, "contact_id", "created_at", id);

create index sales_notes_account_id_idx on sales_notes using btree (tenant_id, "account_id", "created_at", id);

create index sales_notes_lead_id_idx on sales_notes using btree (tenant_id, "lead_id", "created_at", id);

create index sales_notes_opportunity_id_idx on sales_notes using btree (tenant_id, "opportunity_id", "created_at", id);

create index sales_notes_quote_id_idx on sales_notes using btree (tenant_id, "quote_id", "created_at", id);

create index sales_notes_order_id_idx on sales_notes using btree (tenant_id, "order_id", "created_at", id);

create index sales_notes_product_id_idx on sales_notes using btree (tenant_id, "product_id", "created_at", id);

create index sales_notes_organization_id_idx on sales_notes using btree (tenant_id, "organization_id", "created_at", id);

create index sales_files_contact_id_idx on sales_files using btree (tenant_id, "contact_id", "created_at", id);

create index sales_files_account_id_idx on sales_files using btree (tenant_id, "account_id", "created_at", id);

create index sales_files_lead_id_idx on sales_files using btree (tenant_id, "lead_id", "created_at", id);

create index sales_files_opportunity_id_idx on sales_files using btree (tenant_id, "opportunity_id", "created_at", id);

create index sales_files_quote_id_idx on sales_files using btree (tenant_id, "quote_id", "created_at", id);

create index sales_files_order_id_idx on sales_files using btree (tenant_id, "order_id", "created_at", id);

create index sales_files_product_id_idx on sales_files using btree (tenant_id, "product_id", "created_at", id);

create index sales_files_organization_id_idx on sales_files using btree (tenant_id, "organization_id", "created_at", id);

create index marketing_campaign_channel_ads_files_campaign_channel_ad_id_idx on marketing_campaign_channel_ads_files using btree (tenant_id, "campaign_channel_ad_id", "created_at", id);

create index marketing_campaign_channel_ads_notes_campaign_channel_ad_id_idx on marketing_campaign_channel_ads_notes using btree (tenant_id, "campaign_channel_ad_id", "created_at", id);

create index marketing_campaign_channel_ads_tasks_campaign_channel_ad_id_idx on marketing_campaign_channel_ads_tasks using btree (tenant_id, "campaign_channel_ad_id", "created_at", id);

create index marketing_campaign_channel_email_files_campaign_ch_93f1c6c4_idx on marketing_campaign_channel_email_files using btree (tenant_id, "campaign_channel_email_id", "created_at", id);

create index marketing_campaign_channel_email_notes_campaign_ch_d4414777_idx on marketing_campaign_channel_email_notes using btree (tenant_id, "campaign_channel_email_id", "created_at", id);

create index marketing_campaign_channel_email_tasks_campaign_ch_1e3ed1be_idx on marketing_campaign_channel_email_tasks using btree (tenant_id, "campaign_channel_email_id", "created_at", id);

create index marketing_campaign_channel_ppc_files_campaign_chan_ca619b5b_idx on marketing_campaign_channel_ppc_files using btree (tenant_id, "campaign_channel_ppc_id", "created_at", id);

create index marketing_campaign_channel_ppc_notes_campaign_chan_f1858573_idx on marketing_campaign_channel_ppc_notes using btree (tenant_id, "campaign_channel_ppc_id", "created_at", id);

create index marketing_campaign_channel_ppc_tasks_campaign_chan_916cfe46_idx on marketing_campaign_channel_ppc_tasks using btree (tenant_id, "campaign_channel_ppc_id", "created_at", id);

create index marketing_campaign_channel_sms_files_campaign_chan_532f599c_idx on marketing_campaign_channel_sms_files using btree (tenant_id, "campaign_channel_sms_id", "created_at", id);

create index marketing_campaign_channel_sms_notes_campaign_chan_a755ab2e_idx on marketing_campaign_channel_sms_notes using btree (tenant_id, "campaign_channel_sms_id", "created_at", id);

create index marketing_campaign_channel_sms_tasks_campaign_chan_c4e4e9f6_idx on marketing_campaign_channel_sms_tasks using btree (tenant_id, "campaign_channel_sms_id", "created_at", id);

create index marketing_campaign_channel_social_files_campaign_c_5dcc2ab6_idx on marketing_campaign_channel_social_files using btree (tenant_id, "campaign_channel_social_id", "created_at", id);

create index marketing_campaign_channel_social_notes_campaign_c_7421968c_idx on marketing_campaign_channel_social_notes using btree (tenant_id, "campaign_channel_social_id", "created_at", id);

create index marketing_campaign_channel_social_tasks_campaign_c_646c933a_idx on marketing_campaign_channel_social_tasks using btree (tenant_id, "campaign_channel_social_id", "created_at", id);

create index marketing_campaign_channel_web_content_files_campa_836fb23a_idx on marketing_campaign_channel_web_content_files using btree (tenant_id, "campaign_channel_web_content_id", "created_at", id);

create index marketing_campaign_channel_web_content_notes_campa_154f6cf4_idx on marketing_campaign_channel_web_content_notes using btree (tenant_id, "campaign_channel_web_content_id", "created_at", id);

create index marketing_campaign_channel_web_content_tasks_campa_989ae9ed_idx on marketing_campaign_channel_web_content_tasks using btree (tenant_id, "campaign_channel_web_content_id", "created_at", id);

create index marketing_segment_files_segment_id_idx on marketing_segment_files using btree (tenant_id, "segment_id", "created_at", id);

create index marketing_segment_notes_segment_id_idx on marketing_segment_notes using btree (tenant_id, "segment_id", "created_at", id);

create index marketing_email_drip_campaign_notes_email_drip_campaign_id_idx on marketing_email_drip_campaign_notes using btree (tenant_id, "email_drip_campaign_id", "created_at", id);

create index communications_comments_conversation_id_idx on communications_comments using btree (tenant_id, "conversation_id", "created_at", id);

create index communications_campaign_files_campaign_id_idx on communications_campaign_files using btree (tenant_id, "campaign_id", "created_at", id);

create index communications_campaign_notes_campaign_id_idx on communications_campaign_notes using btree (tenant_id, "campaign_id", "created_at", id);

create index communications_campaign_tasks_campaign_id_idx on communications_campaign_tasks using btree (tenant_id, "campaign_id", "created_at", id);

create index communications_emails_contact_id_idx on communications_emails using btree (tenant_id, "contact_id", "sent_at", id);

create index communications_emails_account_id_idx on communications_emails using btree (tenant_id, "account_id", "sent_at", id);

create index communications_emails_lead_id_idx on communications_emails using btree (tenant_id, "lead_id", "sent_at", id);

create index communications_emails_opportunity_id_idx on communications_emails using btree (tenant_id, "opportunity_id", "sent_at", id);

create index communications_email_files_email_id_idx on communications_email_files using btree (tenant_id, "email_id", "created_at", id);

create index ui_screen_files_screen_id_idx on ui_screen_files using btree (tenant_id, "screen_id", "created_at", id);

create index ui_screen_notes_screen_id_idx on ui_screen_notes using btree (tenant_id, "screen_id", "created_at", id);

create index ui_screen_tasks_screen_id_idx on ui_screen_tasks using btree (tenant_id, "screen_id", "created_at", id);

create index ui_support_ticket_files_support_ticket_id_idx on ui_support_ticket_files using btree (tenant_id, "support_ticket_id", "created_at", id);

create index ui_support_ticket_notes_support_ticket_id_idx on ui_support_ticket_notes using btree (tenant_id, "support_ticket_id", "created_at", id);

create index ui_support_ticket_tasks_support_ticket_id_idx on ui_support_ticket_tasks using btree (tenant_id, "support_ticket_id", "created_at", id);

create index ui_enterprise_product_announcement_files_enterpris_14f073fa_idx on ui_enterprise_product_announcement_files using btree (tenant_id, "enterprise_product_announcement_id", "created_at", id);

create index ui_enterprise_product_announcement_notes_enterpris_b32f30a2_idx on ui_enterprise_product_announcement_notes using btree (tenant_id, "enterprise_product_announcement_id", "created_at", id);

create index ui_enterprise_product_announcement_tasks_enterpris_39c30556_idx on ui_enterprise_product_announcement_tasks using btree (tenant_id, "enterprise_product_announcement_id", "created_at", id);

create index inventory_equipment_files_equipment_id_idx on inventory_equipment_files using btree (tenant_id, "equipment_id", "created_at", id);

create index inventory_equipment_notes_equipment_id_idx on inventory_equipment_notes using btree (tenant_id, "equipment_id", "created_at", id);

create index inventory_equipment_tasks_equipment_id_idx on inventory_equipment_tasks using btree (tenant_id, "equipment_id", "created_at", id);

create index forms_form_submissions_account_id_idx on forms_form_submissions using btree (tenant_id, "account_id", "created_at", id);

create index forms_form_submissions_contact_id_idx on forms_form_submissions using btree (tenant_id, "contact_id", "created_at", id);

create index forms_form_submission_files_form_submission_id_idx on forms_form_submission_files using btree (tenant_id, "form_submission_id", "created_at", id);

create index support_support_article_files_support_article_id_idx on support_support_article_files using btree (tenant_id, "support_article_id", "created_at", id);

create index customer_success_success_plan_tasks_success_plan_id_idx on customer_success_success_plan_tasks using btree (tenant_id, "success_plan_id", "created_at", id);

create index customer_success_escalation_notes_escalation_id_idx on customer_success_escalation_notes using btree (tenant_id, "escalation_id", "created_at", id);
