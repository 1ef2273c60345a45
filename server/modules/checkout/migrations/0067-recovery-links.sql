-- Why: a link in a message brings a shopper back to an abandoned cart; the shop names its page that restores one.
-- Works with: 66

alter table checkout_settings add column recovery_url text
  constraint recovery_url_is_short check (length(recovery_url) between 1 and 1000);

grant update (recovery_url) on checkout_settings to colonnade_app;
