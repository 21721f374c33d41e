/**
 * Secrets that are known by their shape, wherever they stand.
 *
 * Source: the vendors' own documentation of their prefixes, GitHub's list of secret scanning patterns and the rules of
 * gitleaks 8, read 2026-11.
 */
import type { Rule } from "./rule.ts";

/** The shapes in the order they are looked for: the narrower before the wider. */
export const SECRET_SHAPES: readonly Rule[] = [
  {
    name: "private-key",
    trigger: "PRIVATE KEY",
    pattern:
      /-----BEGIN [A-Z0-9 ]{0,30}PRIVATE KEY(?: BLOCK)?-----[^]*?(?:-----END [A-Z0-9 ]{0,30}PRIVATE KEY(?: BLOCK)?-----|$)/g,
  },
  { name: "age-key", trigger: "AGE-SECRET", pattern: /AGE-SECRET-KEY-1[0-9A-Z]{58}/g },
  { name: "scoring-key", trigger: "scoring_", pattern: /\bscoring_[0-9A-Za-z]{38}\b/g },

  // Clouds
  {
    name: "aws-access-key",
    trigger: "AKIA|ASIA|ABIA|ACCA",
    pattern: /\b(?:AKIA|ASIA|ABIA|ACCA)[A-Z0-9]{16}\b/g,
  },
  {
    name: "aws-secret-key",
    trigger: "[sS][eE][cC][rR][eE][tT]_?[aA][cC]",
    pattern: /(?<lead>secret_?access_?key[\s"'\\:=]{1,8})[A-Za-z0-9/+]{40}(?![A-Za-z0-9/+])/gi,
  },
  { name: "google-api-key", trigger: "AIza", pattern: /\bAIza[\w-]{35}/g },
  { name: "google-oauth", trigger: "ya29\\.|GOCSPX", pattern: /\b(?:ya29\.[\w-]{20,}|GOCSPX-[\w-]{20,})/g },
  { name: "azure-key", trigger: "AccountKey=", pattern: /(?<lead>AccountKey=)[A-Za-z0-9+/]{40,}={0,2}/g },
  { name: "azure-secret", trigger: "8Q~", pattern: /[\w.~]{3}8Q~[\w.~-]{31,34}/g },
  { name: "digitalocean-token", trigger: "_v1_", pattern: /\bdo[opr]_v1_[a-f0-9]{64}/g },
  { name: "cloudflare-token", trigger: "cfut_|cfat_|cfk_", pattern: /\bcf(?:ut|at|k)_[A-Za-z0-9]{40,}/g },
  { name: "fly-token", trigger: "fm2_", pattern: /\bfm2_[A-Za-z0-9+/=]{40,}/g },

  // Language models
  { name: "anthropic-key", trigger: "sk-ant", pattern: /\bsk-ant-[\w-]{20,}/g },
  { name: "openai-key", trigger: "sk-", pattern: /(?<![\w-])sk-(?=[\w-]{0,200}\d)[\w-]{20,}/g },
  { name: "huggingface-token", trigger: "hf_", pattern: /\bhf_[A-Za-z0-9]{30,}/g },
  { name: "groq-key", trigger: "gsk_", pattern: /\bgsk_[A-Za-z0-9]{40,}/g },
  { name: "xai-key", trigger: "xai-", pattern: /\bxai-[A-Za-z0-9]{60,}/g },
  { name: "perplexity-key", trigger: "pplx-", pattern: /\bpplx-[A-Za-z0-9]{40,}/g },
  { name: "replicate-token", trigger: "r8_", pattern: /\br8_[A-Za-z0-9]{37}/g },

  // Code hosts and package registries
  {
    name: "github-token",
    trigger: "gh[pousr]_|github_pat_",
    pattern: /\b(?:gh[pousr]_[A-Za-z0-9]{36,}|github_pat_\w{22,})/g,
  },
  {
    name: "gitlab-token",
    trigger: "gl[a-z]{2,5}-",
    pattern: /\bgl(?:pat|dt|rt|cbt|ptt|ft|imt|agent|oas|soat)-[\w.-]{20,}/g,
  },
  { name: "atlassian-token", trigger: "ATATT3", pattern: /\bATATT3[\w=-]{60,}/g },
  { name: "npm-token", trigger: "npm_", pattern: /\bnpm_[A-Za-z0-9]{36}/g },
  { name: "pypi-token", trigger: "pypi-", pattern: /\bpypi-Ag[\w-]{50,}/g },
  { name: "rubygems-key", trigger: "rubygems_", pattern: /\brubygems_[a-f0-9]{48}/g },
  { name: "docker-token", trigger: "dckr_", pattern: /\bdckr_[a-z]{3}_[\w-]{20,}/g },

  // Chat, mail, payment
  {
    name: "slack-token",
    trigger: "xox[a-z]|xapp-",
    pattern: /\b(?:xox[abeoprs]-(?:[a-z]+-)?[A-Za-z0-9-]{10,}|xapp-\d-[\w-]{20,})/g,
  },
  {
    name: "slack-webhook",
    trigger: "hooks\\.slack",
    pattern: /(?<lead>hooks\.slack\.com\/(?:services|workflows|triggers)\/)[\w/+-]{20,}/g,
  },
  {
    name: "discord-webhook",
    trigger: "api\\/webhooks",
    pattern: /(?<lead>discord(?:app)?\.com\/api\/webhooks\/)\d+\/[\w-]{40,}/g,
  },
  { name: "telegram-token", trigger: ":AA", pattern: /\b\d{8,10}:AA[\w-]{33}/g },
  { name: "sendgrid-key", trigger: "SG\\.", pattern: /\bSG\.[\w-]{16,32}\.[\w-]{16,64}/g },
  { name: "mailgun-key", trigger: "key-", pattern: /\bkey-[0-9a-f]{32}\b/g },
  { name: "twilio-key", trigger: "SK[0-9a-f]{8}", pattern: /\bSK[0-9a-f]{32}\b/g },
  {
    name: "stripe-key",
    trigger: "[sr]k_(?:live|test|prod)_|whsec_",
    pattern: /\b(?:[sr]k_(?:live|test|prod)_[A-Za-z0-9]{10,}|whsec_[A-Za-z0-9+/]{24,}={0,2})/g,
  },
  { name: "square-token", trigger: "sq0", pattern: /\bsq0(?:atp|csp)-[\w-]{22,}/g },
  { name: "shopify-token", trigger: "shp(?:at|ca|pa|ss)_", pattern: /\bshp(?:at|ca|pa|ss)_[a-fA-F0-9]{32}/g },

  // Operations
  { name: "vault-token", trigger: "hv[sbr]\\.", pattern: /\bhv[sbr]\.[\w-]{20,}/g },
  { name: "terraform-token", trigger: "\\.atlasv1", pattern: /\b[A-Za-z0-9]{14}\.atlasv1\.[\w-]{60,}/g },
  { name: "databricks-token", trigger: "dapi", pattern: /\bdapi[a-f0-9]{32}\b/g },
  {
    name: "doppler-token",
    trigger: "dp\\.[a-z]{2,5}\\.",
    pattern: /\bdp\.(?:pt|st|ct|sa|scim|audit)\.[\w.-]{40,}/g,
  },
  { name: "grafana-token", trigger: "gl(?:c|sa)_", pattern: /\bgl(?:c|sa)_[\w+/=]{32,}/g },
  { name: "newrelic-key", trigger: "NRAK-", pattern: /\bNRAK-[A-Z0-9]{27}/g },
  { name: "sentry-token", trigger: "sntry[su]_", pattern: /\bsntry[su]_[\w+/=]{40,}/g },
  {
    name: "linear-key",
    trigger: "lin_",
    pattern: /\blin_(?:api|oauth)_[A-Za-z0-9]{32,}/g,
  },
  { name: "notion-token", trigger: "ntn_|secret_", pattern: /\b(?:ntn_|secret_)[A-Za-z0-9]{40,}/g },
  { name: "postman-key", trigger: "PMAK-", pattern: /\bPMAK-[a-f0-9]{24}-[a-f0-9]{34}/g },
  { name: "planetscale-token", trigger: "pscale_", pattern: /\bpscale_(?:tkn|pw|oauth)_[\w.=-]{32,}/g },
  {
    name: "supabase-key",
    trigger: "sbp_|sb_secret",
    pattern: /\b(?:sbp_[a-f0-9]{40}|sb_secret_[\w-]{20,})/g,
  },
];
