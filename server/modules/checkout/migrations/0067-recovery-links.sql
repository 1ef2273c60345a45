-- Why: a link in a message brings a shopper back to an abandoned cart; the shop names its page that restores one.
-- Works with: 39

alter table checkout_settings add column recovery_url text;

grant update (recovery_url) on checkout_settings to colonnade_app;
