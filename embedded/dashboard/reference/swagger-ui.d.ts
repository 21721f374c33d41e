/** Swagger UI as it is published for browsers, which brings no types. */
declare module "swagger-ui-dist/swagger-ui-bundle.js" {
  interface Options {
    url: string;
    dom_id: string;
    deepLinking: boolean;
    defaultModelRendering: "example" | "model";
    defaultModelsExpandDepth: number;
    docExpansion: "list" | "full" | "none";
    filter: boolean;
    supportedSubmitMethods: readonly string[];
    validatorUrl: string | null;
  }

  export default function showReference(options: Options): void;
}
