/** To whom one e-mail may go. */
import { z } from "zod";
import { emailAddress } from "../../../settings/values.ts";

const MOST_RECIPIENTS = 20;

export const RECIPIENTS = z.array(emailAddress).min(1).max(MOST_RECIPIENTS);
