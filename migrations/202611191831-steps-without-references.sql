drop index marketing_workflow_steps_next_step_id_idx;

drop index marketing_workflow_steps_true_step_id_idx;

drop index marketing_workflow_enrollments_current_step_id_idx;

drop index marketing_workflow_steps_template_id_idx;

drop index marketing_workflow_steps_false_step_id_idx;

alter table marketing_workflow_steps drop constraint marketing_workflow_steps_template_id_fkey;

alter table marketing_workflow_steps drop constraint marketing_workflow_steps_next_step_id_fkey;

alter table marketing_workflow_steps drop constraint marketing_workflow_steps_true_step_id_fkey;

alter table marketing_workflow_steps drop constraint marketing_workflow_steps_false_step_id_fkey;

alter table marketing_workflow_enrollments drop constraint marketing_workflow_enrollments_current_step_id_fkey;

alter table marketing_workflow_steps drop column "delay";

alter table marketing_workflow_steps drop column "next_step_id";

alter table marketing_workflow_steps drop column "active";

alter table marketing_workflow_steps drop column "delay_unit";

alter table marketing_workflow_steps drop column "conditions";

alter table marketing_workflow_steps drop column "true_step_id";

alter table marketing_workflow_steps drop column "false_step_id";

alter table marketing_workflow_steps drop column "template_id";

alter table marketing_workflow_enrollments drop column "current_step_id";
