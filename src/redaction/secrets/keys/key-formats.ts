import { Pattern } from '../../text/pattern.ts';

/** The alphabet and length rule of a key's body. */
export type KeyBody =
  /** Letters, digits, `-` and `_`, in parts joined by dots. */
  | 'text'
  /** Base64, including `+`, `/` and `=`. */
  | 'base64'
  /** Letters and digits, exactly as many as the format specifies. */
  | 'exact'
  /** Letters, digits, `-` and `_`, exactly as many as the format specifies, with a capital letter. */
  | 'mixed'
  /** Hexadecimal digits, exactly as many as the format specifies. */
  | 'hex'
  /** A UUID. */
  | 'uuid';

/** A key format with a vendor-specific prefix. */
export interface KeyFormat {
  /** Ends in the separator that triggers the detector, such as `_` or `-`. */
  readonly prefix: string;
  /** A pattern for a body that has parts. */
  readonly body: KeyBody | Pattern;
  /** The minimum length of a body of kind `text` or `base64`; the exact length of the others. */
  readonly length: number;
}

/** One line per format: kind of body, length, prefixes. Short or common prefixes have exact bodies. */
const TABLE = `
  text 20 ghp_ gho_ ghu_ ghs_ ghr_ github_pat_ npm_ fsk_
  text 16 glpat- glptt- gldt- glrt- glrtr- glcbt- gloas- glft- glimt- glagent- glsoat- glffct- glwt-
  text 8 xoxb- xoxp- xoxa- xoxr- xoxs- xoxe- xoxo- xoxc- xoxd- xapp-
  text 10 sk_live_ sk_test_ sk_prod_ rk_live_ rk_test_ rk_prod_ pk_live_ pk_test_ whsec_ shippo_live_ shippo_test_
  text 16 sbp_ sb_secret_ sb_publishable_
  text 16 sk- pk-lf- hf_ gsk_ pplx- xai- tvly- nvapi- pcsk_ jina_ lsv2_pt_ lsv2_sk_ tgp_ rpa_
  hex 48 sk_
  text 30 api_org_ phc_ phx_ fw_
  text 20 SG. hvs. hvb. hvr. GOCSPX-
  text 32 dop_ doo_ dor_
  text 20 shpat_ shpca_ shppa_ shpss_ shpua_ shpit_
  text 16 pypi- dckr_pat_ dckr_oat_ lin_api_ lin_oauth_ lin_wh_
  text 24 glsa_
  base64 32 glc_ fm2_ fm1a_ fm1r_ sntrys_ ops_
  text 24 sntryu_ sntrya_ sntryi_ fo1_
  text 16 tskey-
  text 30 ntn_
  exact 43 secret_
  text 32 sgp_ sgd_ sgs_ slk_
  text 32 dp.pt. dp.st. dp.ct. dp.sa. dp.scim. dp.audit.
  text 24 pscale_tkn_ pscale_pw_ pscale_oauth_ pscale_app_secret_
  text 20 nfp_ nfc_ nfo_ nfb_ nfu_
  text 20 vcp_ vci_ vca_ vcr_ vck_ cfut_ cfat_ cfk_
  text 20 figd_ figo_ figr_ figoh_
  text 18 PMAK- NRAK- NRAL- NRJS- NRII- NRIQ- NRRA- CFPAT- HRKU- FLWSECK- FLWSECK_TEST- FLWPUBK_TEST- CLOJARS_
  exact 26 API-
  text 16 sq0atp- sq0csp- sq0idp-
  hex 40 pul-
  hex 32 key- pubkey- fc-
  exact 32 ico-
  text 30 rubygems_ sqp_ squ_ sqa_ rdme_ pnu_ pnb_ tfp_ bkua_ dnkey- fio-u- tk-us- xkeysib- xsmtpsib-
  text 24 aio_ duffel_live_ duffel_test_ shippo_
  text 8 snyk_uat. snyk_sat. snyk_pat.
  text 40 CCIPAT_ CCIPRJ_ wandb_v1_
  text 30 zpka_ secret-live-
  exact 28 rnd_
  text 14 rzp_live_ rzp_test_
  text 60 napi_
  hex 64 web_
  text 16 sm_aat_ sm_pat_ sm_sat_ e2b_
  text 30 s-s4t2ud- s-s4t2af- p8e- live_ test_ live_pub_ test_pub_
  text 30 access-sandbox- access-development- access-production-
  text 22 pat. sat.
  text 40 sha256~
  text 50 AGE-SECRET-KEY-
  uuid 36 sdk- api- mob- pub-c- sub-c- waka_ waka_tok_ waka_sec_ waka_ref_ ovsxp_ ovsxat_
  hex 32 KGAT_ cu_
  hex 40 ck_ cs_
  hex 64 key_ rootly_
  hex 128 key_
  exact 22 fw_
  exact 24 fw_
  exact 25 STS.
  exact 26 da2-
  exact 28 JDC_
  exact 34 pk_
  exact 36 ddp_ ddw_ ddo_ jca_
  exact 40 sess-
  exact 42 ion_
  exact 43 secret- console-
  exact 52 cog_
  mixed 22 md-
  mixed 40 sandbox_
  mixed 43 pa-
  text 11 sk_org_
  text 12 FLWSECK_TEST-
  text 16 endr+ AVNS_
  text 18 tr_dev_ tr_prod_ tr_stg_ tr_pat_ tr_preview_ hawk.
  text 20 lip_ lio_ unkey_ AIK_CI_ ucat_ shptka_ vtwn_ sk_sbox_ pk_sbox_ Mid-server- ek_live_ ek_test_
  text 24 CCDB1_ alcht_ samsara_api_ ramp_sec_ pdl_live_apikey_ pdl_sdbx_apikey_
  text 30 AIK_SECRET_ apify_api_ xau_ phs_ pina_ polar_oat_ polar_pat_ polar_whs_ mdb_sa_sk_ ctp_ cto_ cts_
  text 30 persona_production_ persona_sandbox_
  text 36 csk- essu_ hcaik_ hcxik_ hcamk_ hcxmk_ nyk_v0_ pylf_v1_us_ pylf_v1_eu_ sec-c- y0_ AQ.
  text 50 os_v2_app_ os_v2_org_ retool_
  text 120 sl. sl.u.
  base64 40 BBDC- bedrock-api-key-
`;

/** Formats whose bodies have parts: Resend, ClickUp, Onfido, YouTrack, ConfigCat, Portainer, Devin; Beamer. */
const PARTED: readonly (readonly [prefix: string, body: RegExp])[] = [
  ['re_', /[0-9A-Za-z]{8}_[0-9A-Za-z]{24}/],
  ['pk_', /\d{7,9}_[0-9A-Za-z]{32}/],
  ['api_', /(?:live|live_us|live_ca|sandbox)\.[\w-]{11}\.[\w-]{32}/],
  ['perm:', /[0-9A-Za-z=]{4,200}\.[0-9A-Za-z=]{2,200}\.[0-9A-Za-z]{30,80}/],
  ['perm-', /[0-9A-Za-z=]{4,200}\.[0-9A-Za-z=]{2,200}\.[0-9A-Za-z]{30,80}/],
  ['configcat-sdk-', /\d\/[\w-]{22}\/[\w-]{22}/],
  ['ptr_', /[0-9A-Za-z+/]{43}=/],
  ['b_', /(?=[\w-]{0,43}[a-z])(?=[\w-]{0,43}[A-Z])[\w-]{43}[\w=-]/],
  ['apk_', /(?:user_)?[0-9A-Za-z+/]{80,180}={0,2}/],
];

/** Key formats with a vendor prefix and a separator. */
export const KEY_FORMATS: readonly KeyFormat[] = [
  ...TABLE.trim()
    .split('\n')
    .flatMap((line) => {
      const [body, length, ...prefixes] = line.trim().split(' ');
      // The table above contains only these kinds.
      return prefixes.map((prefix) => ({ prefix, body: body as KeyBody, length: Number(length) }));
    }),
  ...PARTED.map(([prefix, body]) => ({ prefix, body: new Pattern(body), length: 0 })),
];
