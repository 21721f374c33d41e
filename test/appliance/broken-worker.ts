/** A thread that breaks before it hears anything, as one does whose code is damaged. */
throw new Error("this thread cannot work");
