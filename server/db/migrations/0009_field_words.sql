ALTER TABLE "notices" RENAME TO "notifications";--> statement-breakpoint
ALTER SEQUENCE "notices_id_seq" RENAME TO "notifications_id_seq";--> statement-breakpoint
ALTER TABLE "notifications" RENAME CONSTRAINT "notices_pkey" TO "notifications_pkey";--> statement-breakpoint
ALTER TABLE "notifications" RENAME CONSTRAINT "notices_once" TO "notifications_once";--> statement-breakpoint
ALTER TABLE "notifications" RENAME CONSTRAINT "notices_mail_known" TO "notifications_mail_known";--> statement-breakpoint
ALTER TABLE "notifications" RENAME CONSTRAINT "notices_user_id_users_id_fk" TO "notifications_user_id_users_id_fk";--> statement-breakpoint
ALTER INDEX "notices_user" RENAME TO "notifications_user";--> statement-breakpoint
ALTER INDEX "notices_unread" RENAME TO "notifications_unread";--> statement-breakpoint
ALTER INDEX "notices_mail" RENAME TO "notifications_mail";--> statement-breakpoint
ALTER TABLE "kept_answers" RENAME TO "idempotency_keys";--> statement-breakpoint
ALTER TABLE "idempotency_keys" RENAME COLUMN "begun_at" TO "started_at";--> statement-breakpoint
ALTER TABLE "idempotency_keys" RENAME COLUMN "sealed" TO "sealed_answer";--> statement-breakpoint
ALTER TABLE "idempotency_keys" RENAME CONSTRAINT "kept_answers_sender_key_pk" TO "idempotency_keys_sender_key_pk";--> statement-breakpoint
ALTER INDEX "kept_answers_begun" RENAME TO "idempotency_keys_started";--> statement-breakpoint
ALTER TABLE "lost_factors" RENAME TO "factor_recoveries";--> statement-breakpoint
ALTER TABLE "factor_recoveries" RENAME COLUMN "link_ends_at" TO "link_expires_at";--> statement-breakpoint
ALTER TABLE "factor_recoveries" RENAME COLUMN "begun_at" TO "started_at";--> statement-breakpoint
ALTER TABLE "factor_recoveries" RENAME COLUMN "stop_hash" TO "cancel_hash";--> statement-breakpoint
ALTER TABLE "factor_recoveries" RENAME COLUMN "taken_off_at" TO "removed_at";--> statement-breakpoint
ALTER TABLE "factor_recoveries" RENAME CONSTRAINT "lost_factors_pkey" TO "factor_recoveries_pkey";--> statement-breakpoint
ALTER TABLE "factor_recoveries" RENAME CONSTRAINT "lost_factors_link_hash_unique" TO "factor_recoveries_link_hash_unique";--> statement-breakpoint
ALTER TABLE "factor_recoveries" RENAME CONSTRAINT "lost_factors_stop_hash_unique" TO "factor_recoveries_cancel_hash_unique";--> statement-breakpoint
ALTER TABLE "factor_recoveries" RENAME CONSTRAINT "lost_factors_link" TO "factor_recoveries_link";--> statement-breakpoint
ALTER TABLE "factor_recoveries" RENAME CONSTRAINT "lost_factors_begun" TO "factor_recoveries_started";--> statement-breakpoint
ALTER TABLE "factor_recoveries" RENAME CONSTRAINT "lost_factors_taken_off" TO "factor_recoveries_removed";--> statement-breakpoint
ALTER TABLE "factor_recoveries" RENAME CONSTRAINT "lost_factors_user_id_users_id_fk" TO "factor_recoveries_user_id_users_id_fk";--> statement-breakpoint
ALTER TABLE "waiting_mails" RENAME TO "mail_queue";--> statement-breakpoint
ALTER TABLE "mail_queue" RENAME COLUMN "tries" TO "attempts";--> statement-breakpoint
ALTER TABLE "mail_queue" RENAME COLUMN "until" TO "expires_at";--> statement-breakpoint
ALTER TABLE "mail_queue" RENAME CONSTRAINT "waiting_mails_pkey" TO "mail_queue_pkey";--> statement-breakpoint
ALTER INDEX "waiting_mails_due" RENAME TO "mail_queue_due";--> statement-breakpoint
-- For processes of the previous release, until the last one is replaced. The next release drops these views.
CREATE VIEW notices AS SELECT * FROM notifications;--> statement-breakpoint
CREATE VIEW kept_answers AS SELECT sender, key, digest, started_at AS begun_at, sealed_answer AS sealed FROM idempotency_keys;--> statement-breakpoint
CREATE VIEW lost_factors AS
  SELECT user_id, link_hash, link_expires_at AS link_ends_at, started_at AS begun_at, cancel_hash AS stop_hash, removed_at AS taken_off_at FROM factor_recoveries;--> statement-breakpoint
CREATE VIEW waiting_mails AS SELECT id, sealed, attempts AS tries, due_at, expires_at AS until FROM mail_queue;
