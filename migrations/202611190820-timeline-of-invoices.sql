drop index finance_finance_invoice_files_finance_invoice_id_idx;

drop index finance_finance_invoice_notes_finance_invoice_id_idx;

create index finance_finance_invoice_files_finance_invoice_id_idx on finance_finance_invoice_files using btree (tenant_id, "finance_invoice_id", "created_at", id);

create index finance_finance_invoice_notes_finance_invoice_id_idx on finance_finance_invoice_notes using btree (tenant_id, "finance_invoice_id", "created_at", id);
