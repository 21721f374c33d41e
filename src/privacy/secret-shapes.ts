/**
 * Secrets that are known by their shape, wherever they are.
 *
 * @see The vendors' own documentation of their prefixes, GitHub's list of secret scanning patterns and the
 *   rules of gitleaks 8, read 2026-11.
 */
import type { Rule } from "./rule.ts";

/** The shapes in the order they are looked for: the narrower before the wider. */
export const SECRET_SHAPES: readonly Rule[] = [
  {
    name: "private-key",
    keywords: ["private key"],
    pattern:
      /-----BEGIN [A-Z0-9 ]{0,30}PRIVATE KEY(?: BLOCK)?-----[^]*?(?:-----END [A-Z0-9 ]{0,30}PRIVATE KEY(?: BLOCK)?-----|$)/g,
  },
  { name: "age-key", keywords: ["age-secret"], pattern: /AGE-SECRET-KEY-1[0-9A-Z]{58}/g },
  { name: "scoring-key", keywords: ["scoring_"], pattern: /\bscoring_[0-9A-Za-z]{38}\b/g },

  // Clouds
  {
    name: "aws-access-key",
    keywords: ["akia", "asia", "abia", "acca"],
    pattern: /\b(?:AKIA|ASIA|ABIA|ACCA)[A-Z0-9]{16}\b/g,
  },
  {
    name: "aws-secret-key",
    keywords: ["secretac", "secret_ac"],
    pattern: /(?<lead>secret_?access_?key[\s"'\\:=]{1,8})[A-Za-z0-9/+]{40}(?![A-Za-z0-9/+])/gi,
  },
  { name: "google-api-key", keywords: ["aiza"], pattern: /\bAIza[\w-]{35}/g },
  {
    name: "google-oauth",
    keywords: ["ya29.", "gocspx"],
    pattern: /\b(?:ya29\.[\w-]{20,}|GOCSPX-[\w-]{20,})/g,
  },
  { name: "azure-key", keywords: ["accountkey="], pattern: /(?<lead>AccountKey=)[A-Za-z0-9+/]{40,}={0,2}/g },
  { name: "azure-secret", keywords: ["8q~"], pattern: /[\w.~]{3}8Q~[\w.~-]{31,34}/g },
  { name: "digitalocean-token", keywords: ["_v1_"], pattern: /\bdo[opr]_v1_[a-f0-9]{64}/g },
  {
    name: "cloudflare-token",
    keywords: ["cfut_", "cfat_", "cfk_"],
    pattern: /\bcf(?:ut|at|k)_[A-Za-z0-9]{40,}/g,
  },
  { name: "fly-token", keywords: ["fm2_"], pattern: /\bfm2_[A-Za-z0-9+/=]{40,}/g },

  // Language models
  { name: "anthropic-key", keywords: ["sk-ant"], pattern: /\bsk-ant-[\w-]{20,}/g },
  { name: "openai-key", keywords: ["sk-"], pattern: /(?<![\w-])sk-[\w-]{20,}/g, accepts: hasRandomPart },
  { name: "huggingface-token", keywords: ["hf_"], pattern: /\bhf_[A-Za-z0-9]{30,}/g },
  { name: "groq-key", keywords: ["gsk_"], pattern: /\bgsk_[A-Za-z0-9]{40,}/g },
  { name: "xai-key", keywords: ["xai-"], pattern: /\bxai-[A-Za-z0-9]{60,}/g },
  { name: "perplexity-key", keywords: ["pplx-"], pattern: /\bpplx-[A-Za-z0-9]{40,}/g },
  { name: "replicate-token", keywords: ["r8_"], pattern: /\br8_[A-Za-z0-9]{37}/g },

  // Code hosts and package registries
  {
    name: "github-token",
    keywords: ["ghp_", "gho_", "ghu_", "ghs_", "ghr_", "github_pat_"],
    pattern: /\b(?:gh[pousr]_[A-Za-z0-9]{36,}|github_pat_\w{22,})/g,
  },
  {
    name: "gitlab-token",
    keywords: [
      "glpat-",
      "gldt-",
      "glrt-",
      "glcbt-",
      "glptt-",
      "glft-",
      "glimt-",
      "glagent-",
      "gloas-",
      "glsoat-",
    ],
    pattern: /\bgl(?:pat|dt|rt|cbt|ptt|ft|imt|agent|oas|soat)-[\w.-]{20,}/g,
  },
  { name: "atlassian-token", keywords: ["atatt3"], pattern: /\bATATT3[\w=-]{60,}/g },
  { name: "npm-token", keywords: ["npm_"], pattern: /\bnpm_[A-Za-z0-9]{36}/g },
  { name: "pypi-token", keywords: ["pypi-"], pattern: /\bpypi-Ag[\w-]{50,}/g },
  { name: "rubygems-key", keywords: ["rubygems_"], pattern: /\brubygems_[a-f0-9]{48}/g },
  { name: "docker-token", keywords: ["dckr_"], pattern: /\bdckr_[a-z]{3}_[\w-]{20,}/g },

  // Chat, mail, payment
  {
    name: "slack-token",
    keywords: ["xoxa", "xoxb", "xoxe", "xoxo", "xoxp", "xoxr", "xoxs", "xapp-"],
    pattern: /\b(?:xox[abeoprs]-(?:[a-z]+-)?[A-Za-z0-9-]{10,}|xapp-\d-[\w-]{20,})/g,
  },
  {
    name: "slack-webhook",
    keywords: ["hooks.slack"],
    pattern: /(?<lead>hooks\.slack\.com\/(?:services|workflows|triggers)\/)[\w/+-]{20,}/g,
  },
  {
    name: "discord-webhook",
    keywords: ["api/webhooks"],
    pattern: /(?<lead>discord(?:app)?\.com\/api\/webhooks\/)\d+\/[\w-]{40,}/g,
  },
  {
    name: "discord-token",
    keywords: ["discord", "bot "],
    pattern: /\b[MNO][\w-]{22,25}\.[\w-]{6}\.[\w-]{27,38}\b/g,
  },
  { name: "telegram-token", keywords: [":aa"], pattern: /\b\d{8,10}:AA[\w-]{33}/g },
  { name: "sendgrid-key", keywords: ["sg."], pattern: /\bSG\.[\w-]{16,32}\.[\w-]{16,64}/g },
  { name: "mailgun-key", keywords: ["key-"], pattern: /\bkey-[0-9a-f]{32}\b/g },
  {
    name: "twilio-key",
    keywords: [
      "sk0",
      "sk1",
      "sk2",
      "sk3",
      "sk4",
      "sk5",
      "sk6",
      "sk7",
      "sk8",
      "sk9",
      "ska",
      "skb",
      "skc",
      "skd",
      "ske",
      "skf",
    ],
    pattern: /\bSK[0-9a-f]{32}\b/g,
  },
  {
    name: "stripe-key",
    keywords: ["sk_live_", "sk_test_", "sk_prod_", "rk_live_", "rk_test_", "rk_prod_", "whsec_"],
    pattern: /\b(?:[sr]k_(?:live|test|prod)_[A-Za-z0-9]{10,}|whsec_[A-Za-z0-9+/]{24,}={0,2})/g,
  },
  { name: "square-token", keywords: ["sq0"], pattern: /\bsq0(?:atp|csp)-[\w-]{22,}/g },
  {
    name: "shopify-token",
    keywords: ["shpat_", "shpca_", "shppa_", "shpss_"],
    pattern: /\bshp(?:at|ca|pa|ss)_[a-fA-F0-9]{32}/g,
  },

  // Operations
  { name: "vault-token", keywords: ["hvs.", "hvb.", "hvr."], pattern: /\bhv[sbr]\.[\w-]{20,}/g },
  { name: "terraform-token", keywords: [".atlasv1"], pattern: /\b[A-Za-z0-9]{14}\.atlasv1\.[\w-]{60,}/g },
  { name: "databricks-token", keywords: ["dapi"], pattern: /\bdapi[a-f0-9]{32}\b/g },
  {
    name: "doppler-token",
    keywords: ["dp.pt.", "dp.st.", "dp.ct.", "dp.sa.", "dp.scim.", "dp.audit."],
    pattern: /\bdp\.(?:pt|st|ct|sa|scim|audit)\.[\w.-]{40,}/g,
  },
  { name: "grafana-token", keywords: ["glc_", "glsa_"], pattern: /\bgl(?:c|sa)_[\w+/=]{32,}/g },
  { name: "newrelic-key", keywords: ["nrak-"], pattern: /\bNRAK-[A-Z0-9]{27}/g },
  { name: "sentry-token", keywords: ["sntrys_", "sntryu_"], pattern: /\bsntry[su]_[\w+/=]{40,}/g },
  {
    name: "linear-key",
    keywords: ["lin_"],
    pattern: /\blin_(?:api|oauth)_[A-Za-z0-9]{32,}/g,
  },
  { name: "notion-token", keywords: ["ntn_", "secret_"], pattern: /\b(?:ntn_|secret_)[A-Za-z0-9]{40,}/g },
  { name: "postman-key", keywords: ["pmak-"], pattern: /\bPMAK-[a-f0-9]{24}-[a-f0-9]{34}/g },
  { name: "planetscale-token", keywords: ["pscale_"], pattern: /\bpscale_(?:tkn|pw|oauth)_[\w.=-]{32,}/g },
  {
    name: "supabase-key",
    keywords: ["sbp_", "sb_secret"],
    pattern: /\b(?:sbp_[a-f0-9]{40}|sb_secret_[\w-]{20,})/g,
  },
];

/** Names of styles and parts begin like these keys; a key has a long part with letters and digits in no order. */
function hasRandomPart(value: string): boolean {
  return value.split(/[-_]/).some((part) => part.length >= 12 && /\d/.test(part) && /[A-Za-z]/.test(part));
}
