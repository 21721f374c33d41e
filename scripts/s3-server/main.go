// A real S3 server for tests: the versitygw gateway over a folder, whose folders are the buckets. Its own program is
// not used because it carries its whole test suite, which takes longer to build than the rest.
//
//	s3-server FOLDER ADDRESS, with S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY
//
// FOLDER holds buckets/ and metadata/. All that it prints is a line when it listens; it ends when its input does.
package main

import (
	"context"
	"fmt"
	"io"
	"log"
	"os"
	"path/filepath"

	"github.com/versity/versitygw/backend/meta"
	"github.com/versity/versitygw/backend/posix"
	"github.com/versity/versitygw/embedgw"
	"github.com/versity/versitygw/s3api"
)

func main() {
	folder, address := os.Args[1], os.Args[2]
	output := os.Stdout
	os.Stdout = os.Stderr // where the gateway says what it does
	metadata := filepath.Join(folder, "metadata")
	kept, err := meta.NewSideCar(metadata)
	if err != nil {
		log.Fatal(err)
	}
	options := posix.PosixOpts{SideCarDir: metadata, Concurrency: 1000}
	backend, err := posix.New(filepath.Join(folder, "buckets"), kept, options)
	if err != nil {
		log.Fatal(err)
	}
	ctx, end := context.WithCancel(context.Background())
	go func() {
		_, _ = io.Copy(io.Discard, os.Stdin)
		end()
	}()
	err = embedgw.RunVersityGW(ctx, backend, &embedgw.Config{
		RootUserAccess:    os.Getenv("S3_ACCESS_KEY_ID"),
		RootUserSecret:    os.Getenv("S3_SECRET_ACCESS_KEY"),
		Ports:             []string{address},
		MaxConnections:    10000,
		MaxRequests:       10000,
		MultipartMaxParts: 10000,
		KeepAlive:         true,
		Quiet:             true,
		S3Options:         []s3api.Option{s3api.WithOnListen(func() { fmt.Fprintln(output, "listening") })},
	})
	if err != nil {
		log.Fatal(err)
	}
}
